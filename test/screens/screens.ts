// Every screen and state worth a picture: on which stage, and how a person gets there.
import type { Locator, Page } from '@playwright/test';
import { en } from '../../renderer/locales/en.ts';
import { zhCN } from '../../renderer/locales/zh-CN.ts';
import type { StageName } from './stage.ts';

export type ScreenLanguage = 'en' | 'zh-CN';

export interface Screen {
  readonly name: string;
  readonly stage: StageName;
  /** The conversation that is open before anything is done; null = none. */
  readonly conversation?: keyof typeof TALKS;
  readonly open?: (shown: ShownScreen) => Promise<unknown>;
  /** Puts back what `open` began and would be in the way of the next picture. */
  readonly close?: (shown: ShownScreen) => Promise<unknown>;
}

/** Ids of the conversation with each role, by language. */
const TALKS = {
  docs: { en: 'docs', 'zh-CN': 'zh-docs' },
  code: { en: 'code', 'zh-CN': 'code' },
  trip: { en: 'zh-trip', 'zh-CN': 'zh-trip' },
  lighthouse: { en: 'lighthouse', 'zh-CN': 'lighthouse' },
  unanswered: { en: 'unanswered', 'zh-CN': 'unanswered' },
  empty: { en: 'empty', 'zh-CN': 'empty' },
  soup: { en: 'soup', 'zh-CN': 'soup' },
  rules: { en: 'rules', 'zh-CN': 'rules' },
} as const;

export const talkOf = (name: keyof typeof TALKS, language: ScreenLanguage): string => TALKS[name][language];

export interface ShownScreen {
  readonly page: Page;
  readonly language: ScreenLanguage;
  readonly words: typeof en;
}

export const wordsOf = (language: ScreenLanguage): typeof en => (language === 'en' ? en : zhCN);

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).first();
const field = ({ page, words }: ShownScreen): Locator =>
  page.getByRole('textbox', { name: words.composer.field, exact: true });

const press =
  (name: (words: typeof en) => string) =>
  ({ page, words }: ShownScreen) =>
    button(page, name(words)).click();

/** Buttons of the sidebar lie behind its toggle in a narrow window. */
const fromSidebar =
  (name: (words: typeof en) => string) =>
  async ({ page, words }: ShownScreen) => {
    const wanted = button(page, name(words));
    if (!(await wanted.isVisible())) await button(page, words.sidebar.toggle).click();
    await wanted.click();
  };

const fromSettings = (name: (words: typeof en) => string) => async (shown: ShownScreen) => {
  await fromSidebar((words) => words.sidebar.settings)(shown);
  await shown.page
    .getByRole('dialog')
    .getByRole('button', { name: name(shown.words), exact: true })
    .click();
};

/** A file of messages with two conversations that can be read and two that cannot. */
const FOREIGN_FILE = [
  '{"messages":[{"role":"user","content":"Which paint holds on brass?"},{"role":"assistant","content":"Lacquer."}]}',
  '{"messages":[{"role":"user","content":"And on copper?"},{"role":"assistant","content":"The same."}]}',
  '{"messages":[]}',
  '{"messages":[{"role":"user","content":"broken off',
].join('\n');

async function fillSearch({ page, words, language }: ShownScreen): Promise<void> {
  const search = page.getByRole('searchbox', { name: words.search.field });
  if (!(await search.isVisible())) await button(page, words.sidebar.toggle).click();
  await search.fill(language === 'en' ? 'link' : '链接');
}

async function say(shown: ShownScreen, text: string): Promise<void> {
  await field(shown).fill(text);
  await field(shown).press('Enter');
}

const scrollLog =
  (to: 'top' | 'card') =>
  async ({ page }: ShownScreen) => {
    await page.evaluate((where) => {
      const log = document.querySelector('[role=log]');
      if (log === null) return;
      const card = [...log.querySelectorAll('article')].findLast((article) => article.querySelector('dl') !== null);
      const top = card === undefined ? 0 : card.getBoundingClientRect().top - log.getBoundingClientRect().top - 90;
      log.scrollTop = where === 'top' ? 0 : log.scrollTop + top;
    }, to);
  };

const menuItem =
  (name: (words: typeof en) => string) =>
  async ({ page, words }: ShownScreen) => {
    await button(page, words.conversation.menu).click();
    await button(page, name(words)).click();
  };

const stop = async ({ page, words }: ShownScreen) => {
  await button(page, words.composer.stop).click();
  await button(page, words.composer.send).waitFor();
};

const FALL = { en: 'Please fall over.', 'zh-CN': '请突然退出。' } as const;
const CUT = { en: 'cut off', 'zh-CN': '写到一半' } as const;
const HOLD = { en: 'hold still', 'zh-CN': '保持不动' } as const;
const REFERENCE = { en: 'And the reference?', 'zh-CN': '参考部分呢？' } as const;
const NEXT = { en: 'And after that, the changelog please.', 'zh-CN': '之后请再写更新日志。' } as const;

async function startCompaction({ page, words }: ShownScreen, focus: string): Promise<void> {
  await button(page, words.compact.button).click();
  await page.getByRole('radio', { name: words.compact.keep.nothing }).check();
  await page.getByRole('textbox', { name: words.compact.focus }).fill(focus);
  await button(page, words.compact.now).click();
}

const cancel = async ({ page, words }: ShownScreen) => {
  await button(page, words.common.cancel).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
};

export const SCREENS: readonly Screen[] = [
  { name: 'first-run', stage: 'first-run' },
  { name: 'first-run-found', stage: 'first-run-found' },
  { name: 'model-failed', stage: 'model-failed', conversation: 'docs' },
  { name: 'failed-start', stage: 'damaged' },
  { name: 'read-only', stage: 'newer', conversation: 'docs' },
  { name: 'empty', stage: 'library', conversation: 'empty' },
  { name: 'compacted', stage: 'library', conversation: 'docs' },
  { name: 'compacted-card', stage: 'library', conversation: 'docs', open: scrollLog('card') },
  { name: 'compacted-top', stage: 'library', conversation: 'docs', open: scrollLog('top') },
  {
    name: 'source-lit',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await scrollLog('card')(shown);
      await shown.page.getByRole('link', { name: shown.words.card.source }).nth(4).hover();
    },
  },
  { name: 'code', stage: 'library', conversation: 'code', open: scrollLog('top') },
  { name: 'length', stage: 'library', conversation: 'code' },
  { name: 'chinese', stage: 'library', conversation: 'trip' },
  { name: 'interrupted', stage: 'library', conversation: 'lighthouse' },
  { name: 'unanswered', stage: 'library', conversation: 'unanswered' },
  { name: 'draft', stage: 'library', conversation: 'soup' },
  {
    name: 'editing',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => field(shown).press('ArrowUp'),
    close: async ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'slash',
    stage: 'library',
    conversation: 'docs',
    open: (shown) => field(shown).fill('/'),
    close: (shown) => field(shown).fill(''),
  },
  {
    name: 'streaming',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await say(shown, REFERENCE[shown.language]);
      await shown.page.getByText('exit-codes.md').last().waitFor();
    },
    close: stop,
  },
  {
    name: 'compacting',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await startCompaction(shown, HOLD[shown.language]);
      await shown.page.getByRole('progressbar').waitFor();
      await say(shown, NEXT[shown.language]);
    },
    close: async (shown) => {
      await button(shown.page, shown.words.queue.takeBack).click();
      await cancel(shown);
      await field(shown).fill('');
    },
  },
  { name: 'compact-dialog', stage: 'library', conversation: 'docs', open: press((words) => words.compact.button) },
  {
    name: 'preview',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await press((words) => words.compact.button)(shown);
      await press((words) => words.compact.preview)(shown);
      await shown.page.getByRole('textbox', { name: shown.words.preview.summary }).waitFor();
    },
    close: press((words) => words.preview.discard),
  },
  {
    name: 'compare',
    stage: 'library',
    conversation: 'docs',
    open: async ({ page, words }) => page.getByRole('button', { name: words.card.compare }).last().click(),
  },
  { name: 'inspector', stage: 'library', conversation: 'docs', open: press((words) => words.inspector.show) },
  {
    name: 'inspector-end',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await press((words) => words.inspector.show)(shown);
      await shown.page.getByRole('textbox', { name: shown.words.ledger.addField }).scrollIntoViewIfNeeded();
      await shown.page.getByRole('list', { name: shown.words.inspector.checkpoints }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'search',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await fillSearch(shown);
      await shown.page.getByRole('list', { name: shown.words.search.results }).waitFor();
    },
  },
  {
    name: 'search-filters',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      const { page, words } = shown;
      await fillSearch(shown);
      await button(page, words.search.filters).click();
      await page.getByRole('combobox', { name: words.search.part, exact: true }).selectOption('summarized');
      await page.getByRole('list', { name: words.search.results }).waitFor();
    },
  },
  {
    name: 'find',
    stage: 'library',
    conversation: 'docs',
    open: async ({ page, words }) => {
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: words.find.field }).fill('docs');
    },
  },
  {
    name: 'files',
    stage: 'library',
    conversation: 'soup',
    open: async ({ page, words }) => {
      const files = ['lentils.md', 'celery.csv'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('Two cups, washed. '.repeat(name.length)),
      }));
      await page.locator('form input[type=file]').setInputFiles(files);
      await page.getByRole('list', { name: words.composer.attachments }).getByText(/\d/).last().waitFor();
    },
  },
  {
    name: 'again',
    stage: 'library',
    conversation: 'docs',
    open: async ({ page, words }) => page.getByRole('button', { name: words.card.again }).click(),
  },
  { name: 'notes', stage: 'library', conversation: 'docs', open: fromSidebar((words) => words.sidebar.notes) },
  {
    name: 'notes-editing',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await fromSidebar((words) => words.sidebar.notes)(shown);
      await button(shown.page, shown.words.notes.edit).click();
      await shown.page.getByRole('searchbox', { name: shown.words.notes.search }).fill('docs');
      await shown.page
        .getByRole('status')
        .filter({ hasText: /\d|没有|No note/ })
        .first()
        .waitFor();
    },
  },
  { name: 'models', stage: 'library', conversation: 'docs', open: fromSidebar((words) => words.sidebar.models) },
  { name: 'settings', stage: 'library', conversation: 'docs', open: fromSidebar((words) => words.sidebar.settings) },
  {
    name: 'settings-end',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await fromSidebar((words) => words.sidebar.settings)(shown);
      await shown.page.getByText(shown.words.settings.dataFolder).scrollIntoViewIfNeeded();
    },
  },
  { name: 'import', stage: 'library', conversation: 'docs', open: fromSettings((words) => words.command.importFile) },
  {
    name: 'import-report',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await fromSettings((words) => words.command.importFile)(shown);
      await shown.page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({
          name: 'conversations.json',
          mimeType: 'application/json',
          buffer: Buffer.from(FOREIGN_FILE),
        });
      await button(shown.page, shown.words.import.check).click();
      await shown.page.getByRole('status', { name: shown.words.import.report }).waitFor();
    },
  },
  { name: 'export', stage: 'library', conversation: 'docs', open: fromSettings((words) => words.command.exportFile) },
  { name: 'backups', stage: 'library', conversation: 'docs', open: fromSettings((words) => words.command.backups) },
  {
    name: 'trash',
    stage: 'library',
    conversation: 'docs',
    open: fromSidebar((words) => words.sidebar.trashCount_one.replace('{{count}}', '1')),
  },
  { name: 'menu', stage: 'library', conversation: 'docs', open: press((words) => words.conversation.menu) },
  { name: 'rename', stage: 'library', conversation: 'docs', open: menuItem((words) => words.conversation.rename) },
  {
    name: 'system-prompt',
    stage: 'library',
    conversation: 'docs',
    open: menuItem((words) => words.conversation.systemPrompt),
  },
  { name: 'verified', stage: 'library', conversation: 'docs', open: menuItem((words) => words.conversation.verify) },
  { name: 'palette', stage: 'library', conversation: 'docs', open: ({ page }) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', stage: 'library', conversation: 'docs', open: ({ page }) => page.keyboard.press('Control+/') },
  {
    name: 'link',
    stage: 'library',
    conversation: 'code',
    open: async ({ page }) => {
      await page
        .getByRole('log')
        .getByRole('link', { name: /SQLite manual/ })
        .click();
    },
  },
  {
    name: 'failed-turn',
    stage: 'library',
    conversation: 'rules',
    open: async (shown) => {
      await say(shown, FALL[shown.language]);
      await shown.page.getByRole('alert').waitFor();
    },
    close: press((words) => words.failure.action.dismiss),
  },
  {
    name: 'rejected',
    stage: 'library',
    conversation: 'docs',
    open: async (shown) => {
      await startCompaction(shown, CUT[shown.language]);
      await shown.page.getByRole('alert').locator('summary').click();
    },
    close: press((words) => words.failure.action.dismiss),
  },
];
