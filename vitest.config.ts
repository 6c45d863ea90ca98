// Unit tests of every layer. Tests in test/e2e need a browser and belong to Playwright; test/model needs a model file.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    // A test file says so itself when it needs a DOM: `// @vitest-environment happy-dom`.
    environment: 'node',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/model/**', 'node_modules/**', 'out/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // A real model wants every core: one file at a time, after everything else.
        extends: true,
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: { provider: 'v8', include: ['electron/**', 'native/**', 'renderer/**'] },
  },
});
