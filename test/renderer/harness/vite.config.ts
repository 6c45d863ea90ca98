// Builds the real window with a stand-in for the shell, to look at it in a browser: see screenshots.mjs.

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '../../../renderer');

export default defineConfig({
  root,
  plugins: [
    react(),
    {
      name: 'stand-in-shell',
      transformIndexHtml: {
        order: 'pre',
        handler: (html: string) =>
          html.replace(
            '<script type="module" src="/main.tsx">',
            '<script type="module" src="/@harness/bridge.ts"></script>$&',
          ),
      },
      resolveId: (id: string) => (id === '/@harness/bridge.ts' ? resolve(import.meta.dirname, 'bridge.ts') : null),
    },
  ],
  build: { outDir: process.env['HARNESS_OUT'] ?? resolve(root, '../out/harness'), emptyOutDir: true, target: 'es2024' },
});
