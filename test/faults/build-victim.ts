// The victim and its store worker as two plain files, so that a thousand processes start quickly.
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.join(import.meta.dirname, '../..');

/** Answers with the folder of `victim.js` and `store-worker.js`. */
export async function buildVictim(): Promise<string> {
  const outDir = path.join(ROOT, 'node_modules/.cache/holdfast-faults');
  const at = (file: string): string => path.join(ROOT, file);
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', 'write-file-atomic'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          victim: at('test/faults/victim.ts'),
          'store-worker': at('native/sqlite/store-worker.ts'),
        },
      },
    },
  });
  return outDir;
}
