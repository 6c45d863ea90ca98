// The cue table for English prohibitions, with the look-alikes ("don't worry", "never mind", "no errors") that are none.
// Read against one clause of the user's own words, lead-ins cut off. Data for constraints.ts; decides nothing alone.

import type { Cue } from './constraint-cues.ts';

const BARE_NEGATION_LOOKALIKES =
  'know|think|worry|hesitate|mind|care|understand|remember|recall|see|like|love|have|want|need|believe|feel|sweat|panic|you|we|they|i|get me wrong|get it|be (?:silly|sorry|afraid|shy|ridiculous|surprised|late|mad|angry|upset|alarmed)|bother|mention it|ask me (?:why|how)|tell me (?:you|that)|forget|seem|exist|work|matter|apply|look like|agree|both|all|ever mind|even (?:know|think|care)|quite|really (?:know|think|care|see|understand|like|want|need|have)';
const PAST =
  'mind|seen|heard|had|been|knew|known|thought|happened|tried|used|got|gotten|did|done|worked|again|know|a|an|the|in|once|too|ever|felt|saw|came|went|made|said|told|was|were|is|gave|took|found|understood|wrote|ran|broke|met|got|fails?|returns?|works?|happens?|ends?|comes?|seems?|stops?|gets?|loads?|starts?|finishes|completes?|reaches';
const REGULAR_PAST =
  '(?!(?:feed|need|embed|proceed|exceed|succeed|speed|seed|shed|bleed|heed|weed|shred|breed)\\b)\\w+ed\\b';
const TOUCH_VERBS =
  'touch|use|change|deploy|ship|share|publish|exceed|spend|break|store|send|modify|delete|remove|rename|upgrade|edit|merge|push|commit|install|add|include|mention|reveal|disclose|contact|call|upload|move|drop|overwrite|restart|run|release|leave|lose|afford|go (?:over|above|beyond|below|past)';
const BAN_NOUNS =
  'emojis?|emoticons|jargon|tables?|bullet points?|bullets|lists?|abbreviations|dependencies|packages|libraries|frameworks|commits?|pushes|pushing|deploys?|deployments?|releases?|edits|refactor(?:ing|s)?|placeholders|mocks?|network|internet|cloud|personal data|real names|names|tabs|semicolons|force[- ]pushe?s?|shortcuts|spoilers|alcohol|meat|nuts|peanuts|pork|dairy|gluten|sugar|fish|comments|headings|markdown|html|code|images|photos|pictures|small talk|apologies|filler|exclamation marks|passive voice|swearing|politics|ads|tracking|telemetry|cookies|javascript|screenshots|purchases|payments|phone calls|calls|emails?|new|more|extra|additional|third[- ]party|external|further|other|schema changes|code changes|breaking changes|db changes|database changes|migrations|\\w+ing';

export const PROHIBITION_CUES: readonly Cue[] = [
  {
    kind: 'prohibition',
    pattern:
      /^(?:and )?(?:it|this|they|that|(?:the|my|our|your) [\w-]+(?: [\w-]+)?) (?:absolutely |really |simply |definitely )?(?:can't|cannot|can not) (?:include|contain|mention|exceed|go (?:over|above|beyond|below)|be (?:later|more|longer|shared|shown|seen by|published|changed|touched|moved)|cost more|take longer|have any|leave|use any)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:we|i)(?:'re|'m| are| am) not going to (?:ever |even )?(?:touch|use|change|deploy|ship|share|publish|spend|modify|delete|rename|upgrade|edit|merge|buy|release|migrate|rewrite|refactor)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /\b(?:stays?|remains?|must be kept|is to be kept) (?:strictly |completely )?(?:out of|off|away from|confidential|private|secret|untouched|unchanged|internal)\b/i,
    unless: /\b(?:if|he|she|they|who)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^nothing (?:above|over|below|under|more than|longer than|less than|later than|earlier than|after|before|from|with|in|on|outside|beyond|else|spicy|fancy|too) \S/i,
    unless: /\b(?:is|are|was|works|happened|came|changed)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:and |but |or )?no (?:[a-z-]+ ){0,2}[a-z-]{3,}s(?: please| today| tonight| this (?:time|week|year|month)| for now| (?:in|on|for|from|with|after|before|under|over|at) .{1,60})?$/i,
    unless:
      /\b(?:errors?|results?|problems?|worries|thanks|questions|changes|issues|ideas|news|updates|failures|warnings|matches|differences|replies|answers|messages|signs|tests|files|logs|entries|rows|records|hits|plans|kids|children|allergies|preferences|pets|siblings|doubts?|ways?|reasons?|clues?|others?|conflicts|complaints|objections|notes|hints|options|tickets|seats|rooms|flights|duplicates|one|offers|exceptions|bugs|crashes|leaks|events|jobs|tasks|items|data|less|unless|process|progress|success|access|was|is|has|does|always)\b/i,
  },
  {
    kind: 'prohibition',
    pattern: /^(?:let's|let us) (?:not|never|avoid|stop|leave)\b/i,
    unless: /^let's not (?:forget|worry)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:can|could|would|will) you (?:please |also |maybe |kindly |just )*(?:not|avoid|stop|refrain|never|leave)\b|^would you mind not\b/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:we|you) (?:(?:do not|don't|never) (?:ever )?(?:${TOUCH_VERBS})|(?:do not|don't) (?:work|deploy|release|answer|reply) (?:on|to|with|before|after)) \\S`,
      'i',
    ),
    unless: /\b(?:yet|any ?more|much|often|know|because|enough)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:do|fix|solve|finish|make|write|add|change|update|rename|implement|refactor|clean|move|run|deploy|try|build|get|shorten|rewrite|improve|translate|summari[sz]e) .{1,120}\bwithout (?:touching|changing|breaking|editing|using|deleting|losing|modifying|adding|altering|renaming|moving|sending|sharing|mentioning|asking|installing|rewriting|any)\b/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:do not|don't|dont|do never)(?:, (?:under any circumstances|ever|please),)? (?!(?:${BARE_NEGATION_LOOKALIKES})\\b)\\S`,
      'i',
    ),
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:do not|don't) (?:see to|have (?:it|them|him|her) \w+|need to know|mention|ever (?!mind)\w|even think about|you (?:dare|ever))\b/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(`^never,? (?:ever )?(?!(?:${PAST})\\b|${REGULAR_PAST})[a-z\\uFFFC]`, 'i'),
  },
  {
    kind: 'prohibition',
    pattern:
      /^under no (?:circumstances?|conditions?)\b|^in no case\b|^on no account\b|^not (?:before|without|until|unless|on|in|during|under|to) \S.{0,80}$/i,
    unless: /^not (?:to mention|in the mood|on purpose|without reason|to worry|on my|in my)|\b(?:is|are|was)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:avoid|refrain from|abstain from|steer clear of|hold off(?: on)?|stay (?:away from|out of|off|clear of)|keep (?:away from|out of|clear of|your hands off)|keep (?:\S+ ){1,4}(?:out of|away from|off) |hands off|try (?:not to|to avoid)|be careful not to|take care not to|make sure (?:not to|you don't|you do not|you never|that you (?:don't|never)|nobody|nothing|no)|be sure not to|remember not to|do anything but) ?\S/i,
    unless: /^hold off\.?$/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:stop|quit|cease) (?:with (?:the|all)|(?!being|crying|worrying|thinking|bothering|working|loading|responding)\w+ing)\b/i,
    unless: /^stop (?:working|running|responding) (?:on it|now)$/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^leave .{1,80}\b(?:alone|free|untouched|unchanged|un\w+ed|as (?:it|they|is|are)\b(?: is| are)?|out|in place|where (?:it|they) (?:is|are))\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>(?:\b(?:you|we|nobody|no one|no-one|everyone|anyone|the assistant|the model|the agent|[\w\uFFFC' -]{1,60}?)\s*)?\b(?:must not|mustn't|mustnt|must never|may never|may not|are not to|is not to|aren't to|should never|can never|shall not|shall never|(?:are|is|'re|'s) (?:not|never) (?:allowed|permitted|supposed) to|aren't (?:allowed|permitted|supposed) to|isn't (?:allowed|permitted|supposed) to)\b.*)/i,
    unless:
      /\b(?:may not (?:be (?:a|an|the|enough|able|right|true|possible|necessary|worth|there|available|needed|sure|clear)|have|work|need|exist|know|matter|fit|help|get|make)|(?:i|it|that|this|there|he|she) may not|must not (?:have|know|like|be (?:the|a|working|running|right))|is not supposed to (?:happen|be)|(?:he|she)(?:'s| is) not|isn't supposed to happen|403|forbidden by|error)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>\b(?:you|we|nobody|it|they|everything|[\w\uFFFC'-]+(?: [\w\uFFFC'-]+){0,6}) (?:should not|shouldn't|shouldnt|ought not to)\b.*)/i,
    unless:
      /\b(?:should not|shouldn't|shouldnt) (?:have|need|matter|be (?:a|an|the|too|that|hard|difficult|long|possible|necessary|surprised|so|any|much|happening|affected)|take|happen|cause|affect|make (?:a|any)|exist|hurt|worry|complain|even)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^you (?:can't|cannot|can not|won't|will not) (?!see\b|find|imagine|believe|go wrong|be serious|really|even|always|know|tell|just\b)\S/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:we|i) (?:can't|cannot|can not|must not|won't|will not|are not going to|aren't going to|(?:do not|don't) want to|would rather not) (?:ever |even )?(?:${TOUCH_VERBS})\\b`,
      'i',
    ),
    unless:
      /\b(?:cannot|can't) (?:run|log|call|install|add|delete|remove|push|move|send|upload|restart|merge|commit|change|edit|rename)\b(?!.*\b(?:until|before|without|unless|today|this week|on)\b)/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:we(?:'re| are) not|we aren't) (?:touching|using|changing|deploying|shipping|sharing|publishing|spending|releasing|merging|adding|upgrading|renaming|moving|buying|inviting|going with|going for)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:nothing|nobody|no one|none of \w+)\b.{0,60}?\b(?:may|goes|go|gets|leaves|is to|are to|should|must|can be|touches|merges|ships|deploys|edits|changes|except|without|before|until|unless)\b/i,
    unless: /\b(?:works|happened|happens|goes wrong|gets done|can be done about|changed|changes when|changes after)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^no (?:(?!one\b|need\b|idea|problem|worries|thanks?\b|doubt|wonder|matter|luck|way\b|reason|errors?\b|results?\b|response|answer|output|change\b|difference|effect|success|sign|news|progress|issues?\b|clue|match|warnings?\b|rush|hurry|pressure|big deal|longer\b)[^\s,]+ ){0,5}?.{0,160}?\b(?:unless|without|until|before|please|allowed|from now on|at all|under any)\b/i,
    unless:
      /^no (?:errors?|results?|one|idea|problem|response|answer|output|thanks?|wonder|matter|luck|need|rush|hurry)\b|^no,/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:and |absolutely )?no (?!more than (?:that|this)\\b)(?:more )?(?:${BAN_NOUNS})\\b(?! (?:is|are|was|were|has|have|had|yet|found|so far|failed|seen|returned|here|there|left|came)\\b)`,
      'i',
    ),
    unless:
      /\b(?:is|are|was|were|found|yet|so far|failed|occurred|returned|left|happened|matching|missing|working|remaining)\b|^no (?:more|other|further|new|extra|additional) (?:errors?|questions?|ideas?|problems?|issues?|failures?|warnings?|news|time|comments|results?|emails? (?:came|from|since)|way|choice|option|reason|need)\b|^no (?:morning|evening|thing|king|ring|spring|string|feeling|meaning|warning)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /\b(?:is|are|stays?|remains?)(?: strictly| still| completely| absolutely| now)? (?:off the table|off[- ]limits|out of bounds|out of the question|not (?:allowed|permitted|an option|negotiable|up for debate|to be \w+)|forbidden|prohibited|banned|taboo|a no-go|verboten|ruled out|under embargo|out of scope|read-only for you)\b/i,
    unless: /\b(?:403|error|returned|says?|response|cors|because it is not allowed by|whether)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>\bi (?:don't|do not|never|wouldn't|would not)(?: ever| really)? (?:want|wish|like|need|allow|accept|tolerate)(?: to (?:see|have|find|read|hear|use|spend|pay|lose|share|publish|get)\b|(?: for)? (?:you|anyone|anybody|it|them|this|that|[\w']+(?: \w+)?) (?:to|\w+ing|\w+ed)\b|(?: to)? ?(?:any|a single|more)\b| \w+ing\b).*)/i,
    unless:
      /\b(?:want|like|need) (?:to (?:see|have|read|hear) (?:how|what|why|if)|you to (?:worry|think|feel|know))\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>\b(?:i(?:'d| would)? (?:rather|prefer)(?: that| if)? (?:you|we|it|nobody|they) (?:didn't|did not|don't|do not|not|never|wouldn't|avoid(?:ed)?)|i(?:'d| would)? (?:rather|prefer) (?:not to|no\b)|i(?:'d| would) rather not|i forbid|i(?:'m| am) not allowing|i won't (?:allow|accept|have)|i(?:'ve| have)? (?:asked|told|want|need|expect|would like|'d like)(?:ed)? (?:you |it |them )?(?:not to|to not|to never|to avoid|to stop|to leave))\b.*)/i,
  },
];
