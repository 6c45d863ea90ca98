// `npm run faults -- --rounds N [--seed S] [--json]`: kills real processes at random points and compares what is left with what they
// had promised. Progress goes to standard error.
import { runTypeScript } from './launch/run-typescript.mjs';

await runTypeScript('test/faults/main.ts', process.argv.slice(2));
