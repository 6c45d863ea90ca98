// npm run screenshots [-- --out FOLDER] [--look en-light,zh-CN-dark-narrow] [screen …]: pictures of every screen, in artefacts/screenshots.
// A look without a width is taken wide and narrow.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Look, type PictureWidth, takePictures } from './take-pictures.ts';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, look: { type: 'string' } },
  allowPositionals: true,
});
const WIDTHS: readonly PictureWidth[] = ['wide', 'narrow'];
const wanted = values.look?.split(',');
const looks = (['en', 'zh-CN'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme): readonly Look[] => {
    const name = `${language}-${theme}`;
    const widths = WIDTHS.filter(
      (width) => wanted === undefined || wanted.includes(name) || wanted.includes(`${name}-${width}`),
    );
    return widths.length === 0 ? [] : [{ language, theme, widths }];
  }),
);
const folder = path.resolve(values.out ?? path.join(import.meta.dirname, '../../artefacts/screenshots'));

let said = 0;
const taken = await takePictures({
  folder,
  only: positionals,
  looks,
  say(line) {
    said += 1;
    process.stderr.write(`${line}\n`);
  },
});
process.stdout.write(`${String(taken)} pictures in ${folder}\n`);
process.exitCode = said === 0 ? 0 : 1;
