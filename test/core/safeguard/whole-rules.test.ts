// Rules of everyday length stand whole: lists to their last item, asides, what bounds a permission. And what is no lift lifts nothing.
import { expect, test } from 'vitest';
import { asEntryId } from '../../../electron/core/ids.ts';
import { findConstraints } from '../../../electron/core/safeguard/constraints.ts';
import { collectConstraints } from '../../../electron/core/safeguard/ledger-constraints.ts';

const WHOLE = [
  "Don't use red, green or blue.",
  "Don't touch the database, the cache or the queue.",
  "Don't touch src/a.ts, src/b.ts or src/c.ts.",
  'Never email Tom, Ana or Kim.',
  "Don't edit the header, footer and sidebar.",
  'Do not delete logs, backups, or reports before Friday.',
  "Don't invite Ben, Carla and the Millers.",
  'Never mention cancer, death or money to her.',
  'No nuts, eggs or milk.',
  'Avoid beef, pork and shellfish.',
  'Only use Python, Rust or Go.',
  "Don't change the price, the date or the place without asking me.",
  "Don't change prices, dates or names without asking me.",
  "Please don't contact suppliers, customers or the press until Monday.",
  "Don't tell mum, dad, or the kids about the trip until the 14th.",
  "Never use 'utilize', 'leverage' or 'synergy'.",
  'Don\'t use the words "synergy", "leverage" or "delve".',
  "Don't mention the price (it's 4,500 EUR) to the buyer.",
  "Don't email the draft (v2) to the client.",
  "Don't merge before the review (Tom's or mine).",
  "Don't run rm -rf, git push --force or npm publish.",
  "Don't book hotels, flights, trains.",
  'Never commit .env, secrets.json or id_rsa.',
  "Don't merge, rebase or squash.",
  "Don't rename, move or delete anything.",
  '不要用红色、绿色或蓝色。',
  '别告诉爸爸，妈妈，还有奶奶。',
  'You may edit the tests, but nothing else.',
  'You can email Tom, no one else.',
  'You can spend up to 200, not a cent more.',
  "It's fine to call Ana, but only after six.",
  '只能改标题，其他的不行。',
  '你可以改样式，别的都不要动。',
];

test.each(WHOLE)('%s', (sentence) => {
  expect(findConstraints(sentence).map(({ text }) => text)).toEqual([sentence.replace(/[.。]$/, '')]);
});

test('a clause that begins anew is no item of the list before it', () => {
  const texts = (sentence: string) => findConstraints(sentence).map(({ text }) => text);
  expect(texts("Don't push, Tom or Ana will do it.")).toEqual(["Don't push"]);
  expect(
    texts("Don't deploy (I broke the build yesterday evening and the whole team has been waiting for the fix since)."),
  ).toEqual(["Don't deploy"]);
});

const liftedBy = (rule: string, later: string) =>
  collectConstraints(
    [rule, later].map((text, index) => ({ id: asEntryId(`u${index}`), text })),
    [],
  ).find(({ text }) => rule.startsWith(text))?.liftedBy;

test.each([
  ["Don't restart the mail server.", 'The mail server is fine again.'],
  ["Don't touch the production database.", 'Tom says the production database is fine now.'],
  ['Never call Mrs Weber in the morning.', 'Mrs Weber is fine, she is back home now.'],
  ["Don't delete the backup folder.", 'The backup is over, 4 GB.'],
  ['Never deploy on Fridays.', 'The deploy is over, it went well. We can talk on Friday.'],
  ["Don't contact suppliers before Monday.", 'You can contact suppliers in Spain.'],
  ["Don't tell Anna about the party.", "We can talk about the party with Anna's brother now."],
  ['Do not feed the dog.', 'The dog is fine, thanks for asking.'],
  ["Don't email the client list to anyone.", 'You can see the client list in the folder now.'],
  ['别动数据库。', '数据库恢复了，现在可以连上。'],
  ['别动数据库。', '现在可以看到数据库的日志了。'],
  ['不要重启服务器。', '服务器已经恢复了。'],
])('no lift: %s %s', (rule, later) => {
  expect(liftedBy(rule, later)).toBeUndefined();
});

test.each([
  ["Don't open the bag.", 'You can open the bag now.'],
  ['Never call Ana.', 'Ana can be called from now on.'],
  ["Don't touch the database.", 'You can work on the database again.'],
  ["Don't deploy.", 'The deploy freeze is over.'],
  ['No tables in the answers, please.', 'Tables are fine again.'],
  ['不要重启服务器。', '现在可以重启服务器了。'],
  ['别动数据库。', '数据库现在可以改了。'],
])('a lift: %s %s', (rule, later) => {
  expect(liftedBy(rule, later)).toBe('u1');
});

test.each([
  ['Never touch\nthe database\ntoday.', 'Never touch\nthe database\ntoday'],
  ['Please do not change\nthe header of the invoice.', 'Please do not change\nthe header of the invoice'],
  ['You must not e-mail Dr. Smith before 5 p.m. on Friday.', 'You must not e-mail Dr. Smith before 5 p.m. on Friday'],
  ['If Bob asks, do not tell him the price.', 'If Bob asks, do not tell him the price'],
  [
    'Do not, unless I say so in writing, send the contract to Meyer.',
    'Do not, unless I say so in writing, send the contract to Meyer',
  ],
  ['**Do not** touch `db.sql`.', 'Do not** touch `db.sql`'],
  ['Do\u00a0not\u00a0touch\u00a0the\u00a0safe.', 'Do\u00a0not\u00a0touch\u00a0the\u00a0safe'],
  ['[lifted] never use bold text', 'never use bold text'],
])('written otherwise, and a rule all the same: %j', (sentence, rule) => {
  expect(findConstraints(sentence).map(({ text }) => text)).toEqual([rule]);
});

test('the list under a rule belongs to it', () => {
  expect(
    findConstraints('Do not delete any of these:\n- invoices\n- receipts\n\nThanks!').map(({ text }) => text),
  ).toEqual(['Do not delete any of these', 'invoices', 'receipts']);
  expect(findConstraints('不要改动以下文件：\n1. 合同.docx\n2. 报价.xlsx').map(({ text }) => text)).toEqual([
    '不要改动以下文件',
    '合同.docx',
    '报价.xlsx',
  ]);
});

test.each([
  ["Don't touch the database before Friday.", 'You can touch the database now.'],
  ['Never mention prices in the flyer.', 'Forget what I said about prices in the flyer.'],
  ['Do not send anything to the customer without asking me.', 'You may send it to the customer without asking me.'],
  ['以后都用公制单位回答。', '取消公制单位的要求。'],
])('forbidden, lifted, forbidden and lifted again in the same words: %s', (rule, lift) => {
  const after = (said: readonly string[]) =>
    collectConstraints(
      said.map((text, index) => ({ id: asEntryId(`u${index}`), text })),
      [],
    ).map(({ text, liftedBy }) => `${liftedBy === undefined ? '' : '[lifted] '}${text}.`.replace('。.', '.'));
  const plain = (text: string): string => text.replace(/[.。]$/, '.');
  expect(after([rule, lift, rule]).at(-1)).toBe(plain(rule));
  expect(after([rule, lift, rule, lift])).toEqual([`[lifted] ${plain(rule)}`, plain(lift)]);
});
