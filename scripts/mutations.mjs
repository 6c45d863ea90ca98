// `npm run mutations -- [--only NAME]`: breaks one rule at a time in a private copy of the sources and sees that the test named for it fails
// (test/mutations/). Exits 1 when a breakage survives.
import { runTypeScript } from './launch/run-typescript.mjs';

await runTypeScript('test/mutations/main.ts', process.argv.slice(2));
