// Unit tests of every layer. Tests in test/e2e need a browser and belong to Playwright; test/model needs a model file.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**', 'out/**'],
    // A test file says so itself when it needs a DOM: `// @vitest-environment happy-dom`.
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['electron/**', 'native/**', 'renderer/**'] },
  },
});
