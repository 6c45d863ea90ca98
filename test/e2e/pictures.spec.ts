// The ten most important pictures, compared with those in test/e2e/pictures. A change that is meant:
//   npm run pictures            takes them anew; look at the difference before it is committed
// Same stage, same clock, same data as `npm run screenshots`; no animation, no caret, no scrollbars.
import {
  codeColours,
  goToScreen,
  type Look,
  openPage,
  type PictureWidth,
  startStage,
  WIDTHS,
} from '../screens/take-pictures.ts';
import { SCREENS, wordsOf } from '../screens/screens.ts';
import { STAGES } from '../screens/stage.ts';
import { expect, test } from './shells.ts';

const CHOSEN: readonly { readonly look: Look; readonly width: PictureWidth; readonly screens: readonly string[] }[] = [
  {
    look: { language: 'en', theme: 'light' },
    width: 'wide',
    screens: ['first-run', 'compacted', 'compacted-card', 'code', 'compact-dialog', 'compare', 'inspector'],
  },
  { look: { language: 'zh-CN', theme: 'dark' }, width: 'narrow', screens: ['compacted-card', 'search', 'settings'] },
];

/** Edges of letters are drawn a little differently from one build to the next; a line that moved is more than this. */
const TOLERANCE = { threshold: 0.3, maxDiffPixelRatio: 0.012 };

// Recording every step of so many screens takes longer than the steps.
test.use({ trace: 'off' });

for (const { look, width, screens } of CHOSEN) {
  test(`pictures: ${look.language}, ${look.theme}, ${width}`, async ({ browser }) => {
    test.setTimeout(120_000);
    for (const name of STAGES) {
      const chosen = SCREENS.filter((screen) => screen.stage === name && screens.includes(screen.name));
      if (chosen.length === 0) continue;
      const stage = await startStage(name, look);
      const page = await openPage(browser, stage.address, look);
      await page.setViewportSize(WIDTHS[width]);
      for (const screen of chosen) {
        await goToScreen(page, screen, look.language);
        const shown = { page, language: look.language, words: wordsOf(look.language) };
        await screen.open?.(shown);
        await page.mouse.move(0, 0);
        await codeColours(page);
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await expect.soft(page).toHaveScreenshot([`${screen.name}.${look.language}.${look.theme}.${width}.png`], {
          ...TOLERANCE,
          animations: 'disabled',
          caret: 'hide',
        });
        await screen.close?.(shown);
      }
      await page.context().close();
      await stage.end();
    }
  });
}
