// `npm run screenshots`: installs and builds what is missing, then takes a picture of every screen (test/screens).
import { build, isBuilt } from './launch/build-output.mjs';
import { runTypeScript } from './launch/run-typescript.mjs';
import { ensureTestBrowser } from './launch/test-browser.mjs';

await runTypeScript('test/screens/main.ts', process.argv.slice(2), {
  async prepare(say) {
    await ensureTestBrowser(say);
    if (!isBuilt()) await build(say);
  },
});
