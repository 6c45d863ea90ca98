// How people say in passing that something is decided, went wrong, is done or was found, without the words a report would use: "then
// Dvořák", "came off the wall", "he's booked", 那就签沐森了, 一点用没有. Data for quotes.ts, read against a statement of the user's own
// voice after the cues of quote-cues.ts found nothing; decides nothing alone.

import type { QuoteCue } from './quote-cues.ts';

const QUESTION = /[?？]\s*["'”’」)]*$|[吗呢]\s*[。.]?$/;
const PAST =
  '(?:\\w{2,}ed|sent|put|made|got|bought|took|went|built|found|paid|did|wrote|told|gave|brought|left|met|ran|cut|set|sold|spoke|chose|drew|came|drove|hung|kept|swept|threw|won|began|saw|heard|held|lost|fell|stood|swapped)';

export const USER_CUES: readonly QuoteCue[] = [
  {
    category: 'failedApproaches',
    speakers: ['user'],
    strength: 4,
    unless:
      /[?？]\s*$|\b(?:if|might|could|should|would|hope|afraid|worried)\b|\bno(?:thing)? (?:cracked|broke|leaked)|如果|万一|怕|会不会/i,
    pattern:
      /\b(?:came (?:off|loose|apart|undone)|fell (?:off|apart|down|over|through)|cracked|broke(?:n)?|leaked|leaks|collided|bounced|burn(?:t|ed)|melted|ruined|peeled|smeared|warped|shrank|jammed|crumbled|snapped|stained|spilled|flooded|looked (?:awful|terrible|horrible|wrong|cheap)|(?:was|were|is|it's) (?:a (?:mess|disaster|nightmare|flop|failure)|awful|terrible|useless|hopeless|unreadable|unusable|illegible|wrong|dead|too \w+)|out for good|no effect|nothing happened|got (?:rejected|refused|denied|blocked|worse|lost)|didn't|doesn't|couldn't|won't (?:work|fit|hold|start|open|run)|never (?:worked|arrived|answered|came)|backfired|in tears|complained|returned it|sent it back|made .{1,30} worse)\b|掉(?:了|下)|裂|漏(?!记)|废了|白(?:搭|费|做|忙|跑)|没(?:有)?(?:用|成|效果|反应)|用(?:都)?没有|等于没|关不|打不开|不严|失灵|坏了|砸|糊了|烧了|断了|崩|丢了|乱(?:了|码|套)|错了|冲突|方框|退回|打回|被拒|被驳|翻车|泡汤|不合格|没(?:能|法)|全(?:毁|废)|不了了之|惨/i,
  },
  {
    category: 'decisions',
    speakers: ['user'],
    strength: 4,
    unless:
      /[?？]\s*["'”’」)]*$|[吗呢]\s*[。.]?$|\b(?:should we|shall we|could|might|maybe|perhaps|not sure|tempted|if we)\b|也许|可能|要不要|或许|是不是/i,
    pattern:
      /^(?:(?:ok(?:ay)?|so|then|and|well|fine|alright|all right|right|yes|yeah|no|good|great|actually|also|now|hmm|true)[,.!:]? )*(?:then |make it |i(?:'ll| will| would| want to)? (?:take|have|go|keep|use)\b|we(?:'ll| will|'re going to)? (?:do|take|use|go|keep|make|have|leave|call|start|skip|drop|stay)\b|go (?:with|for)|stay with|stick (?:with|to)|scrap|skip|drop|ditch|use|take|switch|swap|let (?:it|him|her|them) be|no more|instead\b|not? \w+, (?:but )?)|\b(?:then|deal|it is|it stays|decided|settled|agreed|done|in the end|after all|instead|is fine with me|works for me|fine by me|it'll be)[.!]*$|\b(?:instead of|rather than|let's|go for|goes (?:in|out)|(?:we|i)(?:'ve| have)? (?:decided|agreed|settled|chose|picked)|(?:we|i)(?:'m|'re| am| are) (?:going|keeping|sticking|staying|dropping|switching|using|taking))\b|^so \S|^only \S|(?:就|改回|改成|改为|改用|换成|换回|留在|定在|定为|定成|沿用|统一|不动了|就这样|听你的|先不|不要了|算了|定了|就行|按.{1,12}来|那就|还是|走|选)[^？?]{0,40}$|^(?:那|就|选|用|定|先)\S|吧[。！!]*$/i,
  },
  {
    category: 'completed',
    speakers: ['user'],
    strength: 4,
    unless:
      /[?？]\s*$|\b(?:will|would|should|if|want|wants|never|not|n't|until|before|once|when|after)\b|没|还(?:没|差)|不(?!过|错|小)|之前|以前|等/i,
    pattern: new RegExp(
      `^(?:(?:ok|so|and|also|then|well|yes|now|today|yesterday|meanwhile|just|finally|this morning|last night|on \\w+day)[,.!:]? )*(?:done|sent|called|phoned|paid|signed|booked|ordered|posted|fixed|tested|measured|checked|bought|filled|uploaded|installed|moved|changed|approved|submitted|finished)\\b|^(?:[\\w']+,? ){0,4}?(?:i|we|he|she|they|my \\w+|our \\w+|the \\w+)(?:'ve| have| has|'s)?(?: just| already| now| finally| also| even)* ${PAST}\\b|\\b(?:is|are|'s|has been|have been|got|was|were) (?:now |all |already |finally )?(?:done|booked|signed|paid|sent|fixed|gone|out|in|up|over|ready|set|closed|back|here|safe|approved|delivered|finished|clear(?:ed)?|agreed|confirmed|installed|ordered|printed|merged|live|complete)\\b|(?:完|好|过|到|付|签|发|装|换|买|订|交|寄|搬|拆|做|改|测|跑|拿|收|开|上|补|贴|定)(?:好|完|过|齐|掉)?了(?:[。，,！!；;]|$)|合格|通过(?!率)|搞定|下单|验收|成功`,
      'i',
    ),
  },
  {
    category: 'toolFindings',
    speakers: ['user'],
    strength: 3,
    unless: QUESTION,
    pattern:
      /\b(?:starts? at|measure[sd]?|results?|turns? out|turned out|there(?:'s| is| are| was| were)|(?:i|we) (?:found|noticed|saw|counted|learned|discovered|measured)|says|means|reads|contains|came (?:back|to|out)|weighs?|costs?|totals?|adds? up|report number|according to|apparently)\b|一看|发现|结果|原来|查到|量了|量出|测出|测了|显示|说明|报告|编号|其实|总共|一共|确实|才知道|实测/i,
  },
];
