import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { describeStore } from '../../support/store-conformance.ts';

const opened: { readonly folder: string; readonly store: TranscriptStore }[] = [];

afterEach(() => {
  for (const { folder, store } of opened.splice(0)) {
    store.close();
    rmSync(folder, { recursive: true });
  }
});

describeStore('the SQLite store', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-store-'));
  const store = openTranscriptStore({ folder });
  if (!store.ok) throw new Error(store.error.code);
  opened.push({ folder, store: store.value });
  return store.value;
});

describeStore('the in-memory store', () => createMemoryStore());
