// The cue tables for English requirements, permissions and lifts, with the look-alikes ("it must be a bug", "you can see") that are none.
// Read against one clause of the user's own words, lead-ins cut off. Data for constraints.ts; decides nothing alone.

import type { Cue } from './constraint-cues.ts';

const LIFT_NOUN =
  '(?:ban|rule|restriction|freeze|limit|embargo|block|prohibition|constraint|hold|moratorium|requirement|condition)s?';
const LIFTED =
  '(?:lifted|over|off|gone|removed|cancell?ed|void|dropped|obsolete|history|withdrawn|revoked|waived|ended|no longer (?:valid|in force|needed|necessary|relevant))';

export const LIFT_CUES: readonly Cue[] = [
  {
    kind: 'lift',
    pattern:
      /^(?:now )?you (?:can|may|could|are (?:now )?(?:allowed|free|welcome) to|'re (?:now )?(?:allowed|free) to)\b.{1,200}(?:(?<!for )(?<!right )\bnow|\bagain|\bafter all)\b/i,
  },
  {
    kind: 'lift',
    pattern: /^(?:now you (?:can|may)|you (?:can|may) now|you(?:'re| are) now (?:allowed|free|permitted) to)\b/i,
  },
  {
    kind: 'lift',
    pattern:
      /^(?:feel free|go ahead and|it(?:'s| is) (?:ok|okay|fine|alright|all right) (?:now |again )?(?:to|for you to|if you)\b).{1,200}(?:(?<!for )(?<!right )\bnow|\bagain|\bafter all)\b/i,
  },
  { kind: 'lift', pattern: /^it(?:'s| is) (?:now|again) (?:ok|okay|fine|alright|allowed)\b/i },
  {
    kind: 'lift',
    pattern:
      /^(?:forget|ignore|disregard|scrap|drop|cancel|scratch|never mind|nevermind|take back|i take back|i withdraw) (?:about )?(?:what|everything|anything|all) (?:that )?(?:i|i've) (?:said|told you|wrote|asked)\b/i,
  },
  {
    kind: 'lift',
    pattern: new RegExp(
      `^(?:forget|ignore|disregard|scrap|drop|cancel|lift|remove|waive|never mind|nevermind|i take back|i withdraw|i lift|i(?:'m| am) lifting|let's (?:drop|lift|scrap)) (?:about )?(?:the|that|my|this|all|all the|all my|those|these)\\b(?: [\\w-]+){0,4}? ${LIFT_NOUN}\\b`,
      'i',
    ),
  },
  {
    kind: 'lift',
    pattern: new RegExp(
      `\\b${LIFT_NOUN}\\b.{0,120}?\\b(?:is|are|was|were|has been|have been|'s) (?:now |hereby |all )?${LIFTED}\\b`,
      'i',
    ),
  },
  {
    kind: 'lift',
    pattern: new RegExp(
      `\\b${LIFT_NOUN}\\b.{0,120}?\\b(?:no longer (?:appl(?:y|ies)|holds?|counts?)|(?:does not|doesn't|do not|don't) apply any ?(?:more|longer))`,
      'i',
    ),
  },
  {
    kind: 'lift',
    pattern:
      /\b(?:is|are) (?:back on the table|allowed (?:again|now)|permitted (?:again|now)|fine (?:again|now)|ok(?:ay)? (?:again|now)|unfrozen|no longer (?:off limits|off-limits|off the table|forbidden|banned|prohibited|frozen|required|mandatory))\b/i,
  },
  {
    kind: 'lift',
    pattern:
      /^you (?:needn't|need not|no longer (?:need|have) to|(?:don't|do not) (?:need|have) to\b.{1,200}\b(?:any ?more|any longer|now))\b/i,
  },
  { kind: 'lift', pattern: /^(?:there(?:'s| is) )?no (?:longer any )?need to\b.{1,200}\b(?:any ?more|any longer)\b/i },
  { kind: 'lift', pattern: /^i(?:'ve| have)? changed my mind (?:about|on)\b/i },
];

export const REQUIREMENT_CUES: readonly Cue[] = [
  {
    kind: 'requirement',
    pattern:
      /^(?:can|could|would|will) you (?:please |also |maybe |kindly |just )*(?:only|always|keep|make sure|ensure|stick)\b/i,
  },
  {
    kind: 'requirement',
    pattern: /^call me (?!back|when|if|later|tomorrow|at|on|before|after|tonight|a\b|the\b|crazy|old)[\w\uFFFC]/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^be (?:brief|concise|short|polite|formal|informal|honest|precise|strict|specific|gentle|direct|blunt|patient|careful (?:with|about)|discreet|consistent)\b/i,
  },
  { kind: 'requirement', pattern: /^make (?:absolutely|very|really|extra|double) sure\b/i },
  {
    kind: 'requirement',
    pattern:
      /^(?:and )?(?:(?:my|our|the|your) )?(?:[\w-]+ )?(?:limit|budget|maximum|max|minimum|cap|deadline) is (?:at (?:most|least) |set at |strictly |under |up to )?(?:[€$£¥]? ?\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midnight|one|two|three|\w+ (?:euros|dollars|pages|words))/i,
  },
  {
    kind: 'requirement',
    pattern:
      /(?<from>\bi(?:'d| would) like (?:you|it|everything|every \w+|all \w+) to (?:always|only|stay|remain)\b.*)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:always|at all times|without exception) (?!been|was|were|the case|had|has|works?|fails?|a good|nice|love|happy|there|thought|wanted|is\b|are\b|returns?|gets?)[a-z\uFFFC]/i,
  },
  {
    kind: 'requirement',
    pattern:
      /(?<from>\b(?:(?:you|we|everyone|everything|the assistant|[\w\uFFFC'-]+(?: [\w\uFFFC'-]+){0,6}) )(?:must|shall|should (?:always|only)|have to (?:always|only)|need to (?:always|only)|are to (?:always|only)|are required to|is required to|has to (?:stay|remain|be (?:under|below|at|in|within|ready|readable|reversible|signed|approved|\w+ed))|may only|can only (?:touch|edit|change|use|write|deploy|merge|spend|send|run)|needs? to stay|have to stay|is mandatory|are mandatory)\b.*|\beverything (?:has|needs|ought) to\b.*)/i,
    unless:
      /\bmust (?:be (?:a|an|the|some|something|kidding|joking|tired|wrong|right|hard|because|due|that|there|missing|doing|getting|using|running|happening|nice)|have|admit|say|confess|know|think|feel|mean)\b|\b(?:i|he|she|there|that|this) (?:must|shall)\b|\b(?:what|how|who|why|where|which)\b.{0,40}\b(?:must|shall|should)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:you|we) (?:have to|need to|should|ought to)\b.{1,160}\b(?:always|only|first|before|every time|each time|from now on|without exception|at all times)\b/i,
    unless:
      /\b(?:should|need to|have to) (?:be able|know|see|understand|have)\b|^we (?:need|have) to .{0,40}\bfirst (?:version|draft|step|part)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:make sure|be sure|ensure|make certain|see to it|remember|don't forget|do not forget|never forget|take care|keep in mind|bear in mind|be careful|be aware)(?: to| that| you| it| the| we| all| every| there| they| nothing|,| with| about| \w+)/i,
    unless:
      /^(?:remember (?:when|how|the time|what|that time|me\b|last|yesterday)|be sure$|remember,? (?:i|we|the|my) \w+ed\b)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^keep (?!going|it up$|up the|trying|on\b|in touch|asking|getting|thinking|coming|calm|failing|crashing|seeing|forgetting|having|the change$|running into)\S/i,
    unless: /^keep (?:up|working|waiting)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:from now on|from here on|from this point on|from today on|going forward|henceforth|in (?:the )?future)\b/i,
    unless:
      /\byou (?:can|may)\b|\bin (?:the )?future\b(?!,)(?!.*\b(?:always|please|reply|answer|use|write|ask|call|keep|tell|send)\b)|\b(?:will|might|could|may|would)\b.*\bin (?:the )?future\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:only|just|exclusively) (?:the|this|that|these|those|my|our|in|on|for|with|from|after|when|if|\d|one|two|three|[a-z]+ly )?.{0,120}$/i,
    unless:
      /^(?:only|just) (?:\w+ed\b|then|time will|a (?:few|little|bit|minute|second|moment|quick)|one (?:more|thing|question|of)|if you|because|kidding|curious|wondering|checking|saying|in case|so|now|as|like|about|the (?:other|beginning|one|problem|same)|got|tried|saw|noticed|realized|realised|had|found|one|two|three|\d+ (?:left|failed|passed)|yesterday|wanted|thinking|i|me|it|that|this|a)\b|^just (?!the\b|these\b|docs\b|edit\b|use\b)|\b(?:is|are|was|were|works?|fails?|failed|shows?|has|have|had|happens?|left|remains?|matters?)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:change|edit|touch|use|write|modify|update|work on|do|run|work|stay|search|read|show|list|answer|reply|send|include|keep|look at|focus|consider|buy|book|speak|talk|commit|deploy|merge|test|mention|quote|spend) (?:\S+ ){0,5}?only\b|^[\w\uFFFC-]+(?: [\w\uFFFC-]+){0,2} only(?: (?:today|tonight|for now|please|this week|from now on|until .{1,40}|in .{1,30}|for .{1,30}))?$/i,
    unless:
      /^(?:not|if|read|write|it|this|that|there|they|i|he|she|we|you|members|adults|invitation|can|is|are|has|have|works|but|and|was) only\b|^(?:it|this|that|there|they|i|he|she)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:we|today we|we(?:'re| are)|let's) (?:only|just) (?:edit|editing|change|changing|touch|touching|work|working|do|doing|write|writing|use|using|fix|fixing)\b|^(?:we(?:'re| are)|today is|it's) (?:docs|documentation|code|tests?|ui) only\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /(?<from>\b(?:reply|answer|respond|speak|talk|write(?: back)?|continue|stay|communicate|chat)(?: to (?:me|us))?(?: only| always| everything| all answers)? in (?:japanese|english|chinese|mandarin|cantonese|german|french|spanish|portuguese|italian|korean|russian|dutch|arabic|polish|turkish|swedish|british english|plain|simple|short|full|bullet|one|two|at most|json|markdown|the same)\b.*)/i,
    unless:
      /\b(?:he|she|they|ana|customers?|did you|does it|who)\b.{0,20}\b(?:repl(?:y|ied)|answer|respond|speak|talk)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:use|write|call|prefer|take|pick|format|name|address|refer to|treat|give|state|show|quote|cite|measure|express|put|store|save)\b.{1,120}\b(?:instead of|rather than|, not |everywhere|throughout|by default|every time|each time|consistently|in (?:all|every) (?:case|file|reply|answer|message)s?|for (?:all|every|everything|each)|word for word|verbatim)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^use (?:metric|imperial|si|british|american|plain|simple|formal|informal|short|tabs|spaces|two spaces|four spaces|24[- ]hour|iso|celsius|fahrenheit|euros?|dollars|single quotes|double quotes|conventional commits|present tense|active voice|sentence case|title case)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^ask (?:me |us |first|before)(?:first|before|whenever|every time)?.{0,80}$|^(?:ask|check with|consult|wait for|confirm with|get (?:my|approval|permission|sign-?off|an ok)|tell|inform|notify|warn|show|let|clear it with|run it by|leave it to)\b.{0,60}\b(?:me|us|my (?:ok|okay|go|approval|permission|confirmation|sign-?off)|ana|him|her|them|before|first)\b.{0,120}\b(?:before|first|every time|whenever|if anything|if you|beforehand)\b|^wait for my\b|^get (?:my|an?) (?:ok|okay|approval|permission|confirmation|sign-?off)\b/i,
    unless:
      /^(?:tell|show) me (?:the|what|how|why|where|which|who|all|a)\b(?!.*\bbefore\b)|^let me (?:check|see|think|look|try|explain|ask)\b|^let me know (?:if|when|how|what|whether|which|your)\b(?!.*\bbefore\b)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:stick (?:to|with)|limit (?:yourself|it|this|them|the \w+) to|restrict (?:yourself|it|this|the \w+) to|confine yourself to|stay (?:within|under|below|inside|on|in|with)|respect|obey|follow) (?!up\b|these steps|me\b|the link)\S/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:no more than|not more than|at most|at least|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?|up to|under|below|spend (?:no more than|at most)|write (?:no more than|at most)) ?\d/i,
    unless: /\b(?:is|are|was|were|takes?|took|has|have|had|shows?)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /(?<from>\bi (?:insist|require|expect|demand)\b.*|\bi (?:only |always )?(?:want|need) (?:you|it|everything|all \w+|every \w+|the \w+(?: \w+)?)(?: to)? (?:always|only|stay|remain|be kept|exactly)\b.*|\bi (?:would )?(?:really |strongly |always )?prefer (?!not\b|no\b|you\b|that you\b|to wait\b|it if\b)\S.*|\bi'd (?:really |strongly )?prefer (?!not\b|no\b|you\b|that you\b)\S.*|\bmy preference is\b.*|\bi only (?:want|need|accept|use|eat|drink|buy|work (?:with|on))\b.*)/i,
    unless: /\bi expect(?:ed)? (?:that|it|the|this|a|an)\b|\bi require(?:d)? (?:a|some) (?:help|moment)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:is|are) (?:mandatory|obligatory|compulsory|non-negotiable|a must|required (?:for|in|on|before) )\b|\bhas (?:to|got to) (?:stay|remain)\b/i,
    unless: /\b(?:error|argument|parameter|field|positional|missing)\b|^it is required\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:every|each|all) (?:[\w\uFFFC'-]+ ){1,6}?(?:must|has to|have to|needs? to|should|shall|goes|go through|gets?)\b/i,
  },
];

export const PERMISSION_CUES: readonly Cue[] = [
  {
    kind: 'permission',
    pattern:
      /^you(?:'re (?:allowed|free|welcome) to\b|(?: may| might as well| are (?:allowed|permitted|free|welcome) to| have (?:my )?permission)\b)/i,
    unless: /^you may (?:have|be|notice|find|see|remember|know|want|need|recall|wonder|think)\b/i,
  },
  {
    kind: 'permission',
    pattern:
      /^you can (?!see|find|imagine|tell|guess|hear|notice|say|read (?:more|about|it)|check (?:the|it|this)|get (?:it|the)|also (?:see|find)|reproduce|think|always (?:see|find)|probably|go|ignore|stop|do (?:it|this|that|better)\b)[a-z]/i,
  },
  {
    kind: 'permission',
    pattern:
      /^(?:feel free to|it(?:'s| is) (?:ok|okay|fine|alright|all right|allowed) (?:to|for you to|if you|with me)|i(?:'m| am) (?:ok|okay|fine) with you|i (?:allow|permit|authori[sz]e) |no objection to|you don't (?:need|have) to ask|no need to ask)\b/i,
  },
  {
    kind: 'permission',
    pattern:
      /\b(?:is|are) (?:allowed|permitted|ok to (?:use|change|edit|touch)|fine to (?:use|change|edit|touch)|fair game|fine by me|ok by me|okay by me)\b/i,
    unless: /\b(?:not|n't|never|error|what|which|how|if|whether)\b/i,
  },
];
