// `npm run --silent scenario -- FILE.json`: one scenario in, one JSON object out (docs/scenario-format.md). Standard output holds nothing
// else; whatever has to be said beside it goes to standard error.
import { locate, runTypeScript } from './launch/run-typescript.mjs';

await runTypeScript('test/support/scenario/main.ts', process.argv.slice(2).map(locate));
