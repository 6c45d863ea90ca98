// Sets each stage, goes to each screen and takes its picture, wide and narrow. What the page logs as an error is told.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { findChromium } from '../../electron/loopback/find-browser.mjs';
import { type Screen, type ScreenLanguage, SCREENS, talkOf, wordsOf } from './screens.ts';
import { type StageName, STAGES } from './stage.ts';
import { STAGE_NOW } from './stage-time.ts';

export interface Look {
  readonly language: ScreenLanguage;
  readonly theme: 'light' | 'dark';
  /** Absent: both. */
  readonly widths?: readonly PictureWidth[];
}

export type PictureWidth = keyof typeof WIDTHS;
export const WIDTHS = { wide: { width: 1280, height: 860 }, narrow: { width: 600, height: 860 } } as const;

export interface StageProcess {
  readonly address: string;
  readonly end: () => Promise<void>;
}

/** Starts a stage as a process of its own and waits for its address. */
export async function startStage(name: StageName, { language, theme }: Look): Promise<StageProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-stage-'));
  const args = [path.join(import.meta.dirname, 'stage-main.ts'), name, folder, language, theme];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TZ: 'UTC' },
  });
  const address = await firstLine(child);
  return {
    address,
    end: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (text: Buffer) => {
      printed += text.toString();
      if (printed.includes('\n')) resolve(printed.split('\n')[0] ?? '');
    });
    child.once('exit', (code) => reject(new Error(`the stage ended with ${String(code)}`)));
  });

/** A page of the stage, with its time standing still. */
export async function openPage(browser: Browser, address: string, { language, theme }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: WIDTHS.wide,
    timezoneId: 'UTC',
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language === 'en' ? 'en-GB' : language,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(STAGE_NOW);
  await page.goto(address);
  await page.getByRole('main').waitFor();
  return page;
}

/** Brings the page to where the screen begins. */
export async function goToScreen(page: Page, screen: Screen, language: ScreenLanguage): Promise<void> {
  const id = screen.conversation === undefined ? null : talkOf(screen.conversation, language);
  await page.evaluate((open) => {
    window.localStorage.clear();
    window.history.replaceState(null, '', open === null ? '#/' : `#/c/${open}`);
  }, id);
  await page.reload();
  await page.getByRole('main').waitFor();
  if (id !== null) await page.getByRole('log').waitFor();
  await page.waitForTimeout(150);
}

export interface PictureOptions {
  readonly folder: string;
  /** Only these screens; empty = all. */
  readonly only: readonly string[];
  readonly looks: readonly Look[];
  say(line: string): void;
}

export async function takePictures({ folder, only, looks, say }: PictureOptions): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? chromium.executablePath(),
    chromiumSandbox: process.platform !== 'linux' || process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-background-networking'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  let taken = 0;
  for (const look of looks) {
    for (const name of STAGES) {
      const screens = SCREENS.filter(
        (screen) => screen.stage === name && (only.length === 0 || only.some((wanted) => screen.name === wanted)),
      );
      if (screens.length === 0) continue;
      taken += await takeStage(browser, name, { screens, look, folder, say });
    }
  }
  await browser.close();
  return taken;
}

/** Code gets its colours from a worker that starts anew with each page; every block of the stage names a language. */
export const codeColours = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[role=log] pre code')].every((code) => code.querySelector('span span') !== null),
  );

interface StagePictures {
  readonly screens: readonly Screen[];
  readonly look: Look;
  readonly folder: string;
  say(line: string): void;
}

async function takeStage(
  browser: Browser,
  name: StageName,
  { screens, look, folder, say }: StagePictures,
): Promise<number> {
  const stage = await startStage(name, look);
  const page = await openPage(browser, stage.address, look);
  let taken = 0;
  for (const screen of screens) {
    const shown = { page, language: look.language, words: wordsOf(look.language) };
    const failed = (error: unknown): void =>
      say(
        `${screen.name} (${look.language}, ${look.theme}): ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'failed'}`,
      );
    const told = new Set<string>();
    const report = (message: { type(): string; text(): string }): void => {
      const text = message.text().slice(0, 120);
      if (message.type() === 'error' && !told.has(text)) say(`${screen.name}: ${text}`);
      told.add(text);
    };
    page.on('console', report);
    page.setDefaultTimeout(6000);
    for (const width of look.widths ?? (['wide', 'narrow'] as const)) {
      await page.setViewportSize(WIDTHS[width]);
      await goToScreen(page, screen, look.language);
      await screen.open?.(shown).catch(failed);
      await page.waitForTimeout(450);
      await codeColours(page).catch(failed);
      await page.screenshot({ path: path.join(folder, `${screen.name}.${look.language}.${look.theme}.${width}.png`) });
      taken += 1;
      await screen.close?.(shown).catch(failed);
    }
    page.off('console', report);
  }
  await page.context().close();
  await stage.end();
  return taken;
}
