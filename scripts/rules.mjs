// The house rules no other tool knows. Runs on the project's Node (it imports the sources' own lists): `npm run check` does.
import { at, ROOT } from './launch/project.mjs';
import { checkCommands, checkLocales } from './rules/contract-rules.mjs';
import { readProjectFiles } from './rules/project-files.mjs';
import { checkBarrels, checkCoreComments, checkMarks, checkNames, checkSql } from './rules/text-rules.mjs';

const files = readProjectFiles(ROOT);
const { COMMAND_SCHEMAS } = await import(at('electron/contract/commands.ts'));
const { ERROR_TRAITS } = await import(at('electron/core/errors.ts'));
const { en } = await import(at('renderer/locales/en.ts'));
const { zhCN } = await import(at('renderer/locales/zh-CN.ts'));

const problems = [
  ...checkNames(files),
  ...checkMarks(files),
  ...checkCoreComments(files),
  ...checkBarrels(files),
  ...checkSql(files),
  ...checkCommands(files, Object.keys(COMMAND_SCHEMAS)),
  ...checkLocales(files, Object.keys(ERROR_TRAITS), { en, 'zh-CN': zhCN }),
];
for (const { rule, path, line, advice } of problems) process.stdout.write(`${path}:${line}  ${advice}  (${rule})\n`);
process.stdout.write(`${files.length} files, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
