// One build for both shells: out/main (Electron's main, the browser shell, the model's host), out/preload, out/renderer.
// Native packages stay external: node-llama-cpp breaks when bundled, and better-sqlite3 loads its binary by path.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string): string => resolve(import.meta.dirname, path);
const inputs = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files)
      .map(([name, file]) => [name, at(file)] as const)
      .filter(([, file]) => existsSync(file)),
  );

export default defineConfig({
  main: {
    build: {
      outDir: at('out/main'),
      externalizeDeps: true,
      rolldownOptions: {
        input: inputs({
          main: 'electron/main/main.ts',
          'browser-shell': 'electron/loopback/main.ts',
          'host-main': 'native/llama/host-main.ts',
          'store-worker': 'native/sqlite/store-worker.ts',
        }),
      },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      // A sandboxed preload can require nothing: it must be one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: inputs({ preload: 'electron/preload/preload.ts' }),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: at('out/renderer'),
      minify: 'oxc',
      // Inlined files would be data: URLs, which the content security policy allows for images only.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: inputs({ index: 'renderer/index.html', bridge: 'electron/loopback/bridge-client.ts' }),
        output: {
          entryFileNames: (chunk) => (chunk.name === 'bridge' ? 'bridge.js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  },
});
