// The cue table for English: which wording makes a clause a prohibition, a requirement, a permission or a lift, and which look-alikes do not.
// Read against one clause of the user's own words, lead-ins cut off, apostrophes straight. Data for constraints.ts; decides nothing alone.

import type { ConstraintKind } from './ledger-items.ts';

export interface Cue {
  readonly kind: ConstraintKind;
  /** Where it matches, the clause is of this kind; a group named `from` marks where the quotation starts, else it is the whole clause. */
  readonly pattern: RegExp;
  readonly unless?: RegExp;
}

/** Words before an order that belong to the talk around it, not to the order. */
export const TALK =
  /^(?:(?:and|but|so|also|or|then|yet|ok|okay|oh|well|hey|hi|hello|actually|anyway|anyways|btw|by the way|fyi|note|nb|important|reminder|remember|seriously|listen|look|fine|great|good|thanks|thank you|sorry|yes(?=[,:!.])|yeah(?=[,:!.])|no(?=[,:!.])|right(?=[,:!.])|sure|again|of course|obviously|one more thing|another thing|first of all|just so you know|i think(?: that)?|i guess|i believe(?: that)?|i repeat|as i said|like i said|i said|i told you(?: that)?|it's important that|it is important that|note that|remember that|(?:the|my|one|our|a) (?:hard |only |important |strict )?(?:rule|constraint|condition|requirement|limit)s? (?:is|here is|stays)(?: that)?|rule|to be clear|once more)(?:[,:!.]+\s*|\s+)(?!that\b))+/i;
/** Words that may stand before an imperative and are part of it. */
export const BEFORE_IMPERATIVE =
  /^(?:(?:please|pls|plz|kindly|just|really|still|ever|again|now|today|tonight|tomorrow|for now|right now|this time|this week|for the moment|at least|in general|generally|and|then|also|everyone|guys|do(?! not)|absolutely|let's|let us|simply|in future|in the future|from now on|going forward|until then|you|team)\s+)+/i;
/** A scope or condition run into the order without a comma: "for the report don't use tables". */
export const RUN_IN_SCOPE =
  /^(?:(?:in|on|for|at|during|under|from|with|inside|within|between|by) (?:(?!\b(?:who|which|that)\b)[^,]){1,60}?|(?:when|whenever|while|before|after|if|until|unless|once|every time)\b(?:(?!,).){1,70}?(?<!\b(?:i|you|we|they|he|she|it|who|which|that|people|users)))\s(?=(?:please |then )?(?:never|always|make sure|do not|don't|dont|avoid|only)\b)/i;

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
      `^(?:forget|ignore|disregard|scrap|drop|cancel|lift|remove|waive|never mind|nevermind|i take back|i withdraw|i lift|i(?:'m| am) lifting|let's (?:drop|lift|scrap)) (?:about )?(?:the|that|my|this|all|all the|all my|those|these)\\b(?: \\w+){0,4}? ${LIFT_NOUN}\\b`,
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
      /^you (?:no longer (?:need|have) to|(?:don't|do not) (?:need|have) to\b.{1,200}\b(?:any ?more|any longer|now))\b/i,
  },
  { kind: 'lift', pattern: /^(?:there(?:'s| is) )?no (?:longer any )?need to\b.{1,200}\b(?:any ?more|any longer)\b/i },
  { kind: 'lift', pattern: /^i(?:'ve| have)? changed my mind (?:about|on)\b/i },
];

export const PROHIBITION_CUES: readonly Cue[] = [
  {
    kind: 'prohibition',
    pattern:
      /^nothing (?:above|over|below|under|more than|longer than|less than|later than|earlier than|after|before|from|with|in|on|outside|beyond|else|spicy|fancy|too) \S/i,
    unless: /\b(?:is|are|was|works|happened|came|changed)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:and |but |or )?no (?:[a-z-]+ ){0,2}[a-z-]{3,}s(?: please| (?:in|on|for|from|with|after|before|under|over|at) .{1,60})?$/i,
    unless:
      /\b(?:errors?|results?|problems?|worries|thanks|questions|changes|issues|ideas|news|updates|failures|warnings|matches|differences|replies|answers|messages|signs|tests|files|logs|entries|rows|records|hits|plans|kids|children|allergies|preferences|pets|siblings|doubts?|ways?|reasons?|clues?|others?|conflicts|complaints|objections|notes|hints|options|tickets|seats|rooms|flights|duplicates|one|offers|exceptions|bugs|crashes|leaks|events|jobs|tasks|items|data|less|unless|process|progress|success|access|was|is|has|does|this|always)\b/i,
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
    pattern: new RegExp(`^(?:do not|don't|dont|do never) (?!(?:${BARE_NEGATION_LOOKALIKES})\\b)\\S`, 'i'),
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
      /^under no circumstances\b|^in no case\b|^on no account\b|^not (?:before|without|until|unless|on|in|during|under|to) \S.{0,80}$/i,
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
      /^leave .{1,80}\b(?:alone|untouched|unchanged|as (?:it|they|is|are)\b(?: is| are)?|out|in place|where (?:it|they) (?:is|are))\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>(?:\b(?:you|we|nobody|no one|no-one|everyone|anyone|the assistant|the model|the agent|[\w\uFFFC' -]{1,60}?)\s*)?\b(?:must not|mustn't|mustnt|must never|may never|may not|are not to|is not to|aren't to|should never|can never|shall not|shall never|(?:are|is|'re|'s) (?:not|never) (?:allowed|permitted|supposed) to|aren't (?:allowed|permitted|supposed) to|isn't (?:allowed|permitted|supposed) to)\b.*)/i,
    unless:
      /\b(?:may not (?:be (?:a|an|the|enough|able|right|true|possible|necessary|worth|there|available|needed|sure|clear)|have|work|need|exist|know|matter|fit|help|get|make)|(?:i|it|that|this|there|he|she) may not|must not (?:have|know|like|be (?:the|a|working|running|right))|is not supposed to happen|isn't supposed to happen|403|forbidden by|error)\b/i,
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
      `^(?:and |absolutely )?no (?:more )?(?:${BAN_NOUNS})\\b(?! (?:is|are|was|were|has|have|had|yet|found|so far|failed|seen|returned|here|there|left|came)\\b)`,
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
      /(?<from>\bi (?:don't|do not|never|wouldn't|would not)(?: ever| really)? (?:want|wish|like|need|allow|accept|tolerate)(?: to (?:see|have|find|read|hear|use|spend|pay|lose|share|publish|get)\b|(?: for)? (?:you|anyone|anybody|it|them|this|that|the \w+|any \w+) (?:to|\w+ing|\w+ed)\b|(?: to)? ?(?:any|a single|more)\b| \w+ing\b).*)/i,
    unless:
      /\b(?:want|like|need) (?:to (?:see|have|read|hear) (?:how|what|why|if)|you to (?:worry|think|feel|know))\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>\b(?:i(?:'d| would)? (?:rather|prefer)(?: that| if)? (?:you|we|it|nobody|they) (?:didn't|did not|don't|do not|not|never|wouldn't|avoid(?:ed)?)|i(?:'d| would)? (?:rather|prefer) (?:not to|no)|i forbid|i(?:'m| am) not allowing|i won't (?:allow|accept|have)|i(?:'ve| have)? (?:asked|told|want|need|expect|would like|'d like)(?:ed)? (?:you )?(?:not to|to not|to never|to avoid|to stop|to leave))\b.*)/i,
  },
];

export const REQUIREMENT_CUES: readonly Cue[] = [
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
      /\bin (?:the )?future\b(?!,)(?!.*\b(?:always|please|reply|answer|use|write|ask|call|keep|tell|send)\b)|\b(?:will|might|could|may|would)\b.*\bin (?:the )?future\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:only|just|exclusively) (?:the|this|that|these|those|my|our|in|on|for|with|from|after|when|if|\d|one|two|three|[a-z]+ly )?.{0,120}$/i,
    unless:
      /^(?:only|just) (?:then|a (?:few|little|bit|minute|second|moment|quick)|one (?:more|thing|question|of)|if you|because|kidding|curious|wondering|checking|saying|in case|so|now|as|like|about|the (?:other|beginning|one|problem|same)|got|tried|saw|noticed|realized|realised|had|found|one|two|three|\d+ (?:left|failed|passed)|yesterday|wanted|thinking|i|me|it|that|this|a)\b|^just (?!the\b|these\b|docs\b|edit\b|use\b)|\b(?:is|are|was|were|works?|fails?|failed|shows?|has|have|had|happens?|left|remains?|matters?)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:change|edit|touch|use|write|modify|update|work on|do|run|read|show|list|answer|reply|send|include|keep|look at|focus|consider|buy|book|speak|talk|commit|deploy|merge|test|mention|quote|spend) (?:\S+ ){0,3}?only\b|^[\w\uFFFC-]+(?: [\w\uFFFC-]+){0,2} only(?: (?:today|tonight|for now|please|this week|from now on|until .{1,40}|in .{1,30}|for .{1,30}))?$/i,
    unless:
      /^(?:not|if|read|write|it|this|that|there|they|i|he|she|we|you|members|adults|invitation|can|is|are|has|have|works?|but|and|was) only\b|^(?:it|this|that|there|they|i|he|she)\b/i,
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
      /^(?:tell|show) me (?:the|what|how|why|where|which|who|all|a)\b(?!.*\bbefore\b)|^let me (?:check|see|think|look|try|explain|ask)\b/i,
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
      /^you (?:may|might as well|are (?:allowed|permitted|free|welcome) to|'re (?:allowed|free|welcome) to|have (?:my )?permission)\b/i,
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
    unless: /\b(?:not|n't|never|error|what|which|how)\b/i,
  },
];
