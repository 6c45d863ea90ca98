// Every screen and dialog of the stage (test/screens): looked at by axe in both themes, the dark ones in a window as narrow as 200 % of
// zoom makes it. Nothing lies outside such a window, and nothing moves for those who want no motion.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { goToScreen, type Look, openPage, startStage } from '../screens/take-pictures.ts';
import { SCREENS, wordsOf } from '../screens/screens.ts';
import { STAGES } from '../screens/stage.ts';
import { expect, test } from './shells.ts';

/** 1280 CSS pixels at 200 %. */
const ZOOMED = { width: 640, height: 720 };

const VIEWS: readonly (Look & { readonly size: typeof ZOOMED })[] = [
  { language: 'en', theme: 'light', size: { width: 1280, height: 860 } },
  { language: 'en', theme: 'dark', size: ZOOMED },
];

/** In the dark theme only what colours can break: everything else was looked at in the light one. */
async function findViolations(page: Page, theme: Look['theme']): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });
  if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
  // One dialog may be giving way to another: the page stays hidden behind both.
  await page.waitForFunction(
    () =>
      document.querySelector('header[aria-hidden=true]') === null || document.querySelector('[role=dialog]') !== null,
  );
  const dialog = page.getByRole('dialog');
  // Behind a dialog everything is inert.
  if ((await dialog.count()) > 0) axe.include('[role=dialog]');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** What sticks out of the window and cannot be scrolled to: the page itself, or a control. */
const findOutside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isScrolled = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
      return false;
    };
    const wide = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    const controls = [...document.querySelectorAll('button, input, select, textarea, a[href], summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isInWindow = left >= -1 && right <= width + 1;
        return !isInWindow && element.closest('[inert], [aria-hidden=true]') === null && !isScrolled(element);
      });
    return [...wide, ...controls.map((element) => element.outerHTML.slice(0, 120))];
  });

/** Animations that last longer than a millisecond, or go on for ever. */
const findMotion = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      return Number(duration) > 1 ? [`${String(duration)} ms: ${String(animation.playState)}`] : [];
    }),
  );

// Recording every step of so many screens takes longer than the steps.
test.use({ trace: 'off' });

for (const view of VIEWS) {
  test(`every screen in the ${view.theme} theme at ${String(view.size.width)} px: axe finds nothing, nothing sticks out, nothing moves`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const shown = { language: view.language, words: wordsOf(view.language) };
    for (const name of STAGES) {
      const stage = await startStage(name, view);
      const page = await openPage(browser, stage.address, view);
      await page.setViewportSize(view.size);
      page.setDefaultTimeout(10_000);
      for (const screen of SCREENS.filter((each) => each.stage === name)) {
        await test.step(screen.name, async () => {
          await goToScreen(page, screen, view.language);
          await screen.open?.({ ...shown, page });
          await page.waitForTimeout(60);
          expect.soft(await findViolations(page, view.theme), screen.name).toEqual([]);
          expect.soft(await findOutside(page), screen.name).toEqual([]);
          expect.soft(await findMotion(page), screen.name).toEqual([]);
          await screen.close?.({ ...shown, page });
        });
      }
      await page.context().close();
      await stage.end();
    }
  });
}
