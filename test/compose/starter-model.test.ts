import { describe, expect, it } from 'vitest';
import { fetchStarterModel } from '../../electron/compose/starter-model.ts';
import { createTestApp, type TestApp } from '../wire/served-app.ts';

const starter = {
  id: 's',
  name: 'Starter',
  sizeBytes: 98_000_000,
  license: 'Apache-2.0',
  source: 'hub',
  note: 'starter',
};
const listed = { found: [], catalogue: [{ ...starter, id: 'b', note: 'better' }, starter], loadedPath: null };

function prepare(view: object): { app: TestApp; said: string[]; names(): unknown[] } {
  const app = createTestApp({ 'models.list': () => view, 'models.download': () => null, 'models.load': () => null });
  return { app, said: [], names: () => app.asked.map(({ name, params }) => [name, params]) };
}

describe('npm start --yes', () => {
  it('downloads the starter model, tells how far it is, and loads it', async () => {
    const { app, said, names } = prepare(listed);
    await fetchStarterModel(app, (line) => said.push(line));
    for (const receivedBytes of [1, 5_000_000, 49_000_000, 50_000_000, 98_000_000])
      app.publish({ type: 'download_progress', id: 's', receivedBytes, totalBytes: 98_000_000 });
    app.publish({ type: 'download_finished', id: 's', path: '/models/s.gguf' });
    await expect.poll(() => said.at(-1)).toBe('The model is loaded.');
    expect(said.slice(0, -1)).toEqual(['Downloading Starter (98 MB, Apache-2.0) from hub', '  50 %', '  100 %']);
    expect(names()).toEqual([
      ['models.list', {}],
      ['models.download', { id: 's' }],
      ['models.load', { path: '/models/s.gguf' }],
    ]);
    expect(app.listeners()).toBe(0);
  });

  it.each([
    ['a model is loaded', { ...listed, loadedPath: '/m.gguf' }],
    ['a usable one was found', { ...listed, found: [{ usable: true }] }],
  ])('downloads nothing when %s', async (_when, view) => {
    const { app, said, names } = prepare(view);
    await fetchStarterModel(app, (line) => said.push(line));
    expect(names()).toEqual([['models.list', {}]]);
    expect(said).toEqual([]);
  });

  it('says so when the download fails', async () => {
    const { app, said } = prepare(listed);
    await fetchStarterModel(app, (line) => said.push(line));
    app.publish({ type: 'download_failed', id: 's', error: { code: 'download_failed' } });
    expect(said.at(-1)).toBe('The download failed (download_failed). Start again to continue it.');
    expect(app.listeners()).toBe(0);
  });
});
