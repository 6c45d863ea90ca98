// npm run screenshots [-- --out FOLDER] [--look en-light,zh-CN-dark] [screen …]: pictures of every screen, in artefacts/screenshots.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Look, takePictures } from './take-pictures.ts';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, look: { type: 'string' } },
  allowPositionals: true,
});
const ALL: readonly Look[] = [
  { language: 'en', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'zh-CN', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
];
const wanted = values.look?.split(',');
const looks = ALL.filter(({ language, theme }) => wanted?.includes(`${language}-${theme}`) ?? true);
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
