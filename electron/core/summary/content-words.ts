// The words of a text that carry meaning, made comparable: English words without function words and endings, Chinese, Japanese and
// Korean by pairs of characters, numbers apart. Decides nothing; merging, grounding and notes compare texts with it. Never translates.

export interface ContentWords {
  /** Stems and character pairs, each once. */
  readonly words: ReadonlySet<string>;
  /** Numbers as written, each once. */
  readonly numbers: ReadonlySet<string>;
}

/** Linear in the length of the text. */
export function findContentWords(text: string): ContentWords {
  const words = new Set<string>();
  const numbers = new Set<string>();
  for (const match of text.normalize('NFKC').matchAll(TOKEN)) {
    const token = match[0];
    if (/^\p{Nd}/u.test(token)) numbers.add(token);
    else if (CJK_START.test(token)) addPairs(token, words);
    else {
      const stem = stemWord(token);
      if (stem !== null) words.add(stem);
    }
  }
  return { words, numbers };
}

/** Share (0–1) of `part`'s words that stand in `whole`; 0 for a part without words. */
export function coveredShare(part: ContentWords, whole: ContentWords): number {
  if (part.words.size === 0) return 0;
  let hits = 0;
  for (const word of part.words) if (whole.words.has(word)) hits++;
  return hits / part.words.size;
}

/** Do two texts give the same numbers? A changed number is another fact, however alike the words are. */
export function haveSameNumbers(a: ContentWords, b: ContentWords): boolean {
  if (a.numbers.size !== b.numbers.size) return false;
  for (const number of a.numbers) if (!b.numbers.has(number)) return false;
  return true;
}

/** Text with case, width, white space and closing punctuation made equal: for finding exact doubles. */
export const plainForm = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[\s.。!！;；,，]+$/u, '')
    .trim();

/** The comparable form of one Latin-script word, or null for a function word. */
export function stemWord(word: string): string | null {
  const lower = word.toLowerCase().replace(/['’](?:s|re|ve|ll|d|m)?$/u, '');
  if (lower.length < 2 || FUNCTION_WORDS.has(lower)) return null;
  return IRREGULAR.get(lower) ?? cutEnding(lower);
}

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々';
const TOKEN = new RegExp(`\\p{Nd}+(?:[.,:]\\p{Nd}+)*|[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{M}])+(?:['’]\\p{L}+)?`, 'gu');
const CJK_START = new RegExp(`^[${CJK}]`, 'u');

// Particles and verbs that every Chinese sentence has, and the summary's own reporting words.
const CJK_NOISE = /[的了着过吗呢吧啊]|用户|助手|已经|我们|你们|他们/gu;

function addPairs(run: string, into: Set<string>): void {
  for (const part of run.replace(CJK_NOISE, ' ').split(' ')) {
    const chars = [...part];
    if (chars.length === 1 && chars[0] !== undefined) into.add(chars[0]);
    for (let i = 0; i + 1 < chars.length; i++) into.add(`${chars[i]}${chars[i + 1]}`);
  }
}

function cutEnding(word: string): string {
  let stem = word;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 5 && /(?:ss|x|z|ch|sh)es$/u.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/u.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3);
  else if (stem.length > 4 && stem.endsWith('ied')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && stem.endsWith('ed')) stem = stem.slice(0, -2);
  // The bare word too, so that "call" and "called" are one, as "plan" and "planned" are.
  return undouble(stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem);
}

const undouble = (stem: string): string => (/([bdgklmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : stem);

const IRREGULAR = new Map(
  Object.entries({
    wrote: 'writ',
    written: 'writ',
    sent: 'send',
    chose: 'choos',
    chosen: 'choos',
    kept: 'keep',
    made: 'mak',
    built: 'build',
    found: 'find',
    ran: 'run',
    began: 'begin',
    begun: 'begin',
    broke: 'break',
    broken: 'break',
    bought: 'buy',
    paid: 'pay',
    left: 'leav',
    met: 'meet',
    told: 'tell',
    said: 'say',
    gave: 'giv',
    given: 'giv',
    took: 'tak',
    taken: 'tak',
    went: 'go',
    saw: 'see',
    seen: 'see',
    held: 'hold',
    read: 'read',
    spoke: 'speak',
    spoken: 'speak',
    drew: 'draw',
    drawn: 'draw',
    children: 'child',
    people: 'person',
    days: 'day',
    sat: 'sit',
    lost: 'los',
    won: 'win',
    thought: 'think',
    brought: 'bring',
  }),
);

// Function words, and the words a summary reports with ("the user asked …"), which no source has to contain.
const FUNCTION_WORDS = new Set(
  (
    'a an the and or but nor so yet if then than as at by for from in into of off on onto out over to up with without within about ' +
    'after before during between through under until while because since although though once also too very just only even still ' +
    'already again ever never not no yes ok okay none n/a i me my mine we us our ours you your yours he him his she her hers it its ' +
    'they them their theirs this that these those there here who whom whose which what when where why how is am are was were be been ' +
    'being do does did done doing have has had having will would shall should can could may might must let lets don doesn didn isn ' +
    "aren wasn weren won wouldn shouldn couldn cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't " +
    "shouldn't couldn't haven't hasn't hadn't " +
    'user users assistant asked ask asks asking wants want wanted wanting requested request needs need needed said says stated ' +
    'all any some each every both more most other such own same etc via per'
  ).split(' '),
);
