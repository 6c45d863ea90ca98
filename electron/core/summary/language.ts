// The language a conversation is held in, from the user's own words; a wish to be answered in a language wins, the latest one last.
// Decides from scripts and, for Latin letters, from common little words. Code, quotations, paths and pasted output do not count.

import { BLANK, maskForeignWords } from '../safeguard/own-words.ts';

export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'pt' | 'es' | 'fr' | 'de' | 'it' | 'nl' | 'other';

/** What a prompt calls the language. */
export function languageName(language: Language): string {
  switch (language) {
    case 'en':
      return 'English';
    case 'zh':
      return 'Chinese';
    case 'ja':
      return 'Japanese';
    case 'ko':
      return 'Korean';
    case 'pt':
      return 'Portuguese';
    case 'es':
      return 'Spanish';
    case 'fr':
      return 'French';
    case 'de':
      return 'German';
    case 'it':
      return 'Italian';
    case 'nl':
      return 'Dutch';
    case 'other':
      return "the language of the user's messages";
    default:
      return language satisfies never;
  }
}

/** The main language of the user's texts, oldest first, or the one asked for ("reply in Japanese from now on"). 'en' for texts without a word.
 * `carried` are rules of earlier parts: a wish among them still holds, but their own language does not count. */
export function detectLanguage(texts: readonly string[], carried: readonly string[] = []): Language {
  const voices = texts.map(voiceOf);
  return findLastWish(voices) ?? findLastWish(carried.map(voiceOf)) ?? mainLanguage(voices);
}

const voiceOf = (text: string): string => maskForeignWords(text).replaceAll(BLANK, ' ');

function findLastWish(voices: readonly string[]): Language | null {
  for (let index = voices.length - 1; index >= 0; index -= 1) {
    const wished = findWish(voices[index] ?? '');
    if (wished) return wished;
  }
  return null;
}

/** Name of a language as people write it, to its code. Names of others are found too, so that a wish for Portuguese is not taken for none. */
const NAMES: readonly (readonly [RegExp, Language])[] = [
  [/^(?:english|inglés|inglês|anglais|englisch|英文|英语|英語)$/i, 'en'],
  [
    /^(?:chinese|mandarin|cantonese|simplified chinese|traditional chinese|中文|汉语|漢語|普通话|简体中文|繁体中文|繁體中文|简体|繁体|中国語|粤语)$/i,
    'zh',
  ],
  [/^(?:japanese|日文|日语|日語|日本語|日本语)$/i, 'ja'],
  [/^(?:korean|韩文|韩语|韓語|韓文|한국어|朝鲜语)$/i, 'ko'],
  [/^(?:portuguese|葡萄牙语)$/i, 'pt'],
  [/^(?:spanish|西班牙语)$/i, 'es'],
  [/^(?:french|法语|法文)$/i, 'fr'],
  [/^(?:german|德语|德文)$/i, 'de'],
  [/^(?:italian|意大利语)$/i, 'it'],
  [/^dutch$/i, 'nl'],
];
const NAME =
  '(?<name>(?:simplified |traditional )?(?:english|chinese|mandarin|cantonese|japanese|korean|german|french|spanish|portuguese|italian|dutch|russian|polish|arabic|hindi|turkish|swedish|norwegian|danish|finnish|greek|hebrew|vietnamese|thai|indonesian|ukrainian|czech))';
const NAME_ZH =
  '(?<name>英文|英语|中文|汉语|普通话|简体中文|繁体中文|繁體中文|日文|日语|日本語|日本语|韩文|韩语|德语|德文|法语|法文|西班牙语|葡萄牙语|意大利语|俄语|俄文|阿拉伯语|粤语|英語|日語|漢語|韓語|韓文)';

const WISHES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:reply|answer|respond|speak|talk|continue|write back|write|communicate|chat|switch|stay|keep(?: \\w+){0,2})(?: (?:to|with) (?:me|us))?(?: (?:only|always|everything|back|all answers|from now on|please))* (?:in|to) ${NAME}\\b(?! (?:class|file|text|version|document|table|book|word|test|market|cities))`,
    'gi',
  ),
  new RegExp(`\\b(?:use|speak) ${NAME}(?: (?:from now on|please|only|for (?:your|all) (?:answers|replies)))`, 'gi'),
  new RegExp(
    `\\bin ${NAME},? (?:please|from now on)\\b|\\bfrom now on,? (?:\\w+ ){0,3}in ${NAME.replace('name', 'later')}`,
    'gi',
  ),
  new RegExp(
    `(?:用|使用|改用|换成|切换到|以)${NAME_ZH}(?:来|跟我|和我|给我)?(?:回复|回答|答复|写|说|讲|交流|沟通|输出|聊|对话|作答|吧|$)`,
    'g',
  ),
  /(?<name>日本語|英語|中国語|韓国語)で(?:答|返|書|話|お願|回答|返信|返事|説明)/g,
  /(?<name>한국어|영어|일본어|중국어)로 ?(?:답|대답|써|말|작성|해)/g,
];
/** A text to be made in a language is no wish about the answers. */
const ONE_OFF =
  /\b(?:translate|translation|the (?:email|mail|letter|title|summary|text|page|document|report|poem|message|post|caption|menu)|an? (?:email|mail|letter|poem|text|post|message|report|essay|note|card|menu))\b[^.!?\n]{0,60}$|(?:翻译|翻成|译成|译|邮件|信|标题|报告|文案)[^。！？\n]{0,12}$/i;

function findWish(voice: string): Language | null {
  let wish: { at: number; language: Language } | null = null;
  for (const pattern of WISHES) {
    for (const match of voice.matchAll(pattern)) {
      const name = match.groups?.['name'] ?? match.groups?.['later'] ?? '';
      const before = voice.slice(Math.max(0, match.index - 80), match.index);
      if (ONE_OFF.test(before) || /\b(?:don't|do not|not|never|did|does|can|who)\b[^.!?\n]{0,20}$/i.test(before))
        continue;
      if (/(?:不要|别|不用|能|会)[^。\n]{0,4}$/.test(before)) continue;
      if (wish === null || match.index > wish.at) wish = { at: match.index, language: languageOf(name) };
    }
  }
  return wish?.language ?? null;
}

function languageOf(name: string): Language {
  const known = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  if (/^영어|英語$/.test(name)) return 'en';
  if (/^(?:일본어)$/.test(name)) return 'ja';
  if (/^(?:韓国語)$/.test(name)) return 'ko';
  return /^(?:중국어)$/.test(name) ? 'zh' : 'other';
}

const ENGLISH_WORDS =
  /\b(?:the|and|is|are|was|to|of|in|it|that|this|for|with|you|we|i|my|have|has|not|do|does|can|what|how|please|on|be|but|if|when|there|they|at|from|or|an?|your|me|should|would|will|ok|yes|thanks|thank|hello|hi|next|done|use|make|add|fix|write|show|keep|let|go|only|today|now)\b/gi;
const OTHER_WORDS =
  /\b(?:der|die|das|und|ist|nicht|ich|sie|wir|mit|für|auf|ein|eine|le|la|les|des|est|et|une|pas|pour|dans|que|qui|je|vous|nous|el|los|las|es|una|por|para|con|como|pero|está|o|os|as|um|uma|não|de|do|da|em|você|eu|isso|mais|il|che|di|per|non|sono|gli|het|een|niet|van|ik|voor|och|att|det|som|på|jest|nie|się|na|bir|ve|bu|için)\b/gi;

function mainLanguage(voices: readonly string[]): Language {
  const prose = voices.join('\n').replace(/(?<![!-~])[!-~]*?[\d/\\_][!-~]*/g, ' ');
  const kana = count(prose, /[\u3041-\u30ff]/g);
  const hangul = count(prose, /[\uac00-\ud7af]/g);
  const han = count(prose, /[\u3400-\u4dbf\u4e00-\u9fff]/g);
  const latin = count(prose, /\p{Script=Latin}+/gu);
  const otherScript = count(
    prose,
    /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]+/gu,
  );
  // A Chinese sentence full of English names has more ideographs than words; a kana is enough to tell Japanese from Chinese.
  if (kana + hangul + han >= latin && kana + hangul + han > 0 && kana + hangul + han >= otherScript) {
    if (hangul > kana && hangul * 2 > han) return 'ko';
    return kana * 5 > han ? 'ja' : 'zh';
  }
  if (otherScript > latin) return 'other';
  const english = count(prose, ENGLISH_WORDS);
  const other = count(prose, OTHER_WORDS);
  const accents = count(prose, /[àâäãáåçéèêëíîïñóôöõøúùûüßœæşğıąćęłńśźżő]/gi);
  const isForeign = other > english * 1.2 || (accents > 0 && accents * 3 + other > english * 2);
  return isForeign ? whichForeign(prose) : 'en';
}

/** Little words that tell a language from its neighbours. */
const OWN_WORDS: readonly (readonly [Language, RegExp])[] = [
  [
    'pt',
    words('não|você|vocês|um|uma|em|do|da|dos|das|são|isso|os|as|eu|meu|minha|com|para|por|está|também|então|de|que'),
  ],
  ['es', words('el|los|las|un|una|del|y|con|pero|muy|qué|más|usted|mi|para|por|está|también|hay|de|que|lo|en')],
  ['fr', words("le|la|les|des|est|et|un|une|pas|pour|dans|que|qui|je|vous|nous|du|au|il|ce|c'est|de|ne|avec|sur")],
  ['de', words('der|die|das|den|dem|und|ist|nicht|ich|sie|wir|mit|für|auf|ein|eine|einen|bitte|zu|kein|keine|es')],
  ['it', words('il|lo|gli|che|di|per|non|sono|un|una|è|del|della|dei|con|e|mi|questo|anche|più|nel')],
  ['nl', words('de|het|een|niet|van|ik|voor|en|dat|is|je|wij|naar|met|geen|maar|aan|ook')],
];

/** By most of its own words and clearly so; a language that cannot be told is named by no name. */
function whichForeign(prose: string): Language {
  const [first, second] = OWN_WORDS.map(([language, pattern]) => ({ language, found: count(prose, pattern) })).toSorted(
    (one, other) => other.found - one.found,
  );
  const isClear = first !== undefined && first.found >= 2 && first.found > (second?.found ?? 0) * 1.2;
  return isClear ? first.language : 'other';
}

/** Whole words, accents being letters too. */
function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}'’])(?:${list})(?![\\p{L}])`, 'giu');
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
