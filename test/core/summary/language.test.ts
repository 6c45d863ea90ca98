// The language of a conversation, from the user's own words or from a wish.

import { describe, expect, test } from 'vitest';
import { detectLanguage, languageName } from '../../../electron/core/summary/language.ts';

describe('the summary does not change the language of the chat (B41)', () => {
  test.each([
    [['今天只改文档，先别动数据库'], 'zh'],
    [
      [
        '请检查 src/app/main.ts 里的 buildLedger 函数',
        '```ts\nconst the = is(and, of);\n// this is the code that you have\n```',
      ],
      'zh',
    ],
    [['帮我看看 React 和 Vue 的区别'], 'zh'],
    [['Por favor, verifique o relatório da semana e não altere as datas.'], 'pt'],
    [['Bitte prüfe den Bericht, ich brauche ihn heute.'], 'de'],
    [['Проверь отчёт'], 'other'],
    [['テスト設定を確認してください'], 'ja'],
    [['안녕하세요 오늘 회의 자료를 정리해 주세요'], 'ko'],
    [['Rename the folder', 'and add 数据库 to the list of names please'], 'en'],
    [[], 'en'],
    [['ok'], 'en'],
  ] as const)('%j is %s', (texts, language) => {
    expect(detectLanguage(texts)).toBe(language);
  });
});

describe('a wish wins, the latest one last', () => {
  test.each([
    [['Hello, please help', 'reply in Japanese from now on'], 'ja'],
    [['用英文回答', '今天只改文档'], 'en'],
    [['Answer in Japanese', 'ok, back to normal: answer in English'], 'en'],
    [['日本語で答えてください', 'and now the list of the rooms'], 'ja'],
    [['Please answer in Portuguese', 'What is the plan for the week?'], 'pt'],
    [['请用中文回复我', 'What is the plan for the week?'], 'zh'],
  ] as const)('%j is %s', (texts, language) => {
    expect(detectLanguage(texts)).toBe(language);
  });

  test.each([
    [['Translate this letter into Japanese'], 'en'],
    [['Write the email in German and keep it short'], 'en'],
    [['把标题翻译成英文'], 'zh'],
    [["Don't answer in Japanese please"], 'en'],
    [['The sign says "reply in Japanese from now on"'], 'en'],
  ] as const)('%j is no wish', (texts, language) => {
    expect(detectLanguage(texts)).toBe(language);
  });
});

test('a language has a name for the prompt', () => {
  expect(languageName('zh')).toBe('Chinese');
  expect(languageName('other')).toBe("the language of the user's messages");
});

test('a wish carried on as a rule still holds; the language of such a rule does not count', () => {
  expect(detectLanguage(['And the next file, please.'], ['Reply in Japanese from now on'])).toBe('ja');
  expect(detectLanguage(['And the next file, please.'], ['先别动数据库，今天只改文档'])).toBe('en');
  expect(detectLanguage(['Answer in English again.'], ['Reply in Japanese from now on'])).toBe('en');
});

describe('a language other than English, Chinese, Japanese and Korean', () => {
  test.each([
    ['Por favor, organize os recibos de março e não envie nada antes de quinta-feira.', 'Portuguese'],
    ['Por favor, ordena los recibos de marzo y no envíes nada antes del jueves.', 'Spanish'],
    ["Range les reçus de mars et n'envoie rien avant jeudi, c'est pour la comptable.", 'French'],
    ['Bitte sortiere die Belege und schicke nichts vor Donnerstag ab.', 'German'],
    ['Riordina le ricevute di marzo e non inviare nulla prima di giovedì, per favore.', 'Italian'],
    ['Sorteer de bonnen van maart en stuur niet voor donderdag, het is voor de boekhouder.', 'Dutch'],
    ['Zrób to jutro i nie wysyłaj nic przed czwartkiem, proszę się śpieszyć.', "the language of the user's messages"],
  ])('%s', (text, name) => {
    expect(languageName(detectLanguage([text]))).toBe(name);
  });
});
