// `npm run holdfast -- COMMAND`: conversations from the command line (docs/command-line.md). Relative paths mean the folder npm was called in.
import { runTypeScript } from './launch/run-typescript.mjs';

if (process.env.INIT_CWD !== undefined) process.chdir(process.env.INIT_CWD);
await runTypeScript('electron/command-line/main.ts', process.argv.slice(2), ['--disable-warning=ExperimentalWarning']);
