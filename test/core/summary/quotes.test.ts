// Quotes: what was said about goal, done, decided, failed, found and next, word for word.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pickQuotes } from '../../../electron/core/summary/quotes.ts';
import { EMPTY_STATE_SUMMARY, type StateCategory } from '../../../electron/core/summary/state-summary.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const pick = (line: string) => pickQuotes({ messages: transcript(line).messages, previous: null });
const texts = (line: string, category: StateCategory) =>
  pick(line)
    .filter((quote) => quote.category === category)
    .map(({ item }) => (item.status === undefined ? item.text : `${item.text} (${item.status})`));

const DEPLOY =
  'u1 We need to get the blog deployed. The repo is at /home/ana/blog. | a2 I can try Fly first, then Netlify. | u3 ok try Fly | a4{k1} | t5{k1} Error: billing required for app blog-42 | a6 Deploying to Fly failed: it wants a credit card. I suggest Netlify next. | u7 Right, Fly is off the table because of the card. Go with Netlify. | a8{k2} | t9{k2} upload finished, receipt R-5521 | a10 Deployed to Netlify. Next I will set up the custom domain. | u11 great!';
const WEEKLY =
  'u1 帮我写一份项目周报，面向老板，先不要发出去。 | a2 好的，我先读取数据。 | t3{k1} 共 42 行 | a4 周报初稿已经写好，共 430 字。用图表导出失败了，原因是缺少字体。 | u5 决定用方案A，方案B不考虑了。我们的服务器在端口5433。 | a6 已改用方案A。接下来我会检查链接。';

describe('by category, in both languages', () => {
  test.each<readonly [StateCategory, readonly string[], readonly string[]]>([
    ['goal', ['We need to get the blog deployed.'], ['帮我写一份项目周报，面向老板']],
    [
      'completed',
      ['Deployed to Netlify.', 'upload finished, receipt R-5521'],
      ['周报初稿已经写好，共 430 字。', '已改用方案A。'],
    ],
    ['failedApproaches', ['Deploying to Fly failed: it wants a credit card.'], ['用图表导出失败了，原因是缺少字体。']],
    ['nextActions', ['Next I will set up the custom domain.'], ['接下来我会检查链接。']],
    ['environment', ['The repo is at /home/ana/blog.'], ['我们的服务器在端口5433。']],
    [
      'decisions',
      ['Go with Netlify.', 'Fly is off the table because of the card. (rejected)'],
      ['决定用方案A', '方案B不考虑了 (rejected)'],
    ],
    ['toolFindings', ['Error: billing required for app blog-42'], ['共 42 行']],
  ])('%s', (category, english, chinese) => {
    expect(texts(DEPLOY, category)).toEqual(english);
    expect(texts(WEEKLY, category)).toEqual(chinese);
  });
});

describe('what was done', () => {
  test('"Done." takes its words from the request (B39)', () => {
    const line =
      'u1 Rename the folder draft to final. | a2{k1} | t3{k1} ok | a4 Done. | u50 What is the weather code in the table?';
    expect(pick(line).find(({ category }) => category === 'completed')?.item).toEqual({
      text: 'Rename the folder draft to final.',
      sources: ['u1', 'a4'],
      layer: 'quote',
    });
  });

  test('so does 好了, also after "continue"', () => {
    expect(texts('u1 把文件夹 draft 改名为 final。 | a2 好的 | u3 继续 | a4 已完成。', 'completed')).toEqual([
      '把文件夹 draft 改名为 final。',
    ]);
  });

  test.each([
    'I will rename the folder.',
    'Should I rename the folder?',
    'The folder was not renamed.',
    'I could not rename the folder.',
    'If you rename the folder, the build breaks.',
    '稍后我会改名。',
    '文件夹还没有改名。',
  ])('a promise, a question or a failure is none: %s', (answer) => {
    expect(texts(`u1 What about the folder? | a2 ${answer}`, 'completed')).toEqual([]);
  });

  test('a result at the end of long output is found (B55)', () => {
    const output = `${'row of data, nothing special. '.repeat(260)}\\nupload finished, receipt R-5521`.replaceAll(
      '\\n',
      '\n',
    );
    const { messages } = transcript('u1 Upload it. | a2{k1} | t3{k1} x');
    const last = messages[2];
    if (last?.payload.role !== 'tool_result') throw new Error('the transcript ends in a tool result');
    const quotes = pickQuotes({
      messages: [...messages.slice(0, 2), { ...last, payload: { ...last.payload, text: output } }],
      previous: null,
    });
    expect(quotes.filter(({ category }) => category === 'completed').map(({ item }) => item.text)).toEqual([
      'upload finished, receipt R-5521',
    ]);
  });
});

describe('what the person told', () => {
  test.each(['My colleague is called Imra.', 'The code word for the door is plum-14.', '我的同事叫小林。'])(
    'is kept: %s',
    (fact) => {
      expect(texts(`u1 Hi there | a2 Hello | u3 ${fact} | a4 Noted.`, 'environment')).toEqual([fact]);
    },
  );
});

describe('never quoted', () => {
  test('a secret', () => {
    const all = JSON.stringify(
      pick(
        'u1 Our server is at https://ana:Tulip-9@host.example/login and the password is blue-Kettle-77. | a2 I have saved password: blue-Kettle-77.',
      ),
    );
    for (const secret of ['Tulip-9', 'blue-Kettle-77']) expect(all).not.toContain(secret);
  });

  test('somebody else in quotation marks', () => {
    expect(texts('u1 Hello | a2 Hi | u3 The mail said "we decided to go with plan B".', 'decisions')).toEqual([]);
  });

  test('what the former state has already', () => {
    const { messages } = transcript("u1 Hello | a2 Hi | u3 Let's go with Netlify. | a4 Fine.");
    const item = { text: "Let's go with Netlify", sources: [], layer: 'quote' as const };
    const quotes = pickQuotes({ messages, previous: { ...EMPTY_STATE_SUMMARY, decisions: [item] } });
    expect(quotes.filter(({ category }) => category === 'decisions')).toEqual([]);
  });

  test('a plan of long ago', () => {
    const later = Array.from(
      { length: 20 },
      (_, index) => `u${index + 3} and number ${index}? | a${index + 40} It is ${index}.`,
    ).join(' | ');
    expect(texts(`u1 Hello | a2 Next I will sort the list. | ${later}`, 'nextActions')).toEqual([]);
  });
});

test('only the clause that tells it is quoted from a long sentence, with its condition', () => {
  const long =
    'As we discussed at some length in the meeting with everybody from the garden group, if it rains on Friday, next we move the tables inside, and thanks again for all the patience you had with us.';
  expect(texts(`u1 Hello | a2 Hi | u3 ${long}`, 'nextActions')).toEqual([
    'if it rains on Friday, next we move the tables inside',
  ]);
});

describe('for any conversation', () => {
  const sentence = fc.constantFrom(
    'We need to get the blog deployed.',
    "Let's go with Netlify.",
    'Option B is off the table.',
    'It failed because of the card.',
    'I renamed the folder.',
    'Next I will check the links.',
    'The server is at /srv/app.',
    'Done.',
    '已完成。',
    '决定用方案A。',
    '试过缓存，但是失败了。',
    'What is the time?',
    'password: blue-Kettle-77',
    '`code` and "quotes"',
  );
  const line = fc
    .array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })
    .map((turns) => turns.map((said, index) => `${index % 2 === 0 ? 'u' : 'a'}${index} ${said.join(' ')}`).join(' | '));

  test('quotes are words of a message, by falling weight, and the same each time', () => {
    fc.assert(
      fc.property(line, (said) => {
        const { messages } = transcript(said);
        const quotes = pickQuotes({ messages, previous: null });
        const all = messages
          .map(({ payload }) => payload.text.replaceAll('blue-Kettle-77', '[redacted:password]'))
          .join('\n');
        for (const { item } of quotes) {
          expect(all).toContain(item.text);
          expect(item.layer).toBe('quote');
          expect(item.sources.length).toBeGreaterThan(0);
        }
        const weights = quotes.map(({ weight }) => weight);
        expect(weights).toEqual([...weights].sort((one, other) => other - one));
        expect(pickQuotes({ messages, previous: null })).toEqual(quotes);
      }),
    );
  });
});
