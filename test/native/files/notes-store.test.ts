import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotesStore } from '../../../electron/app/ports.ts';
import { createNotesStore } from '../../../native/files/notes-store.ts';

describe('the notes store', () => {
  let folder: string;
  let notes: NotesStore;
  const place = (name: string) => path.join(folder, 'notes', name);
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(path.join(folder, 'notes'), { recursive: true });
    writeFileSync(place(name), content);
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-notes-'));
    notes = createNotesStore(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has nothing before the first note, and makes no folder for that', () => {
    expect(notes.list()).toEqual([]);
    expect(notes.read('notes/2026-03-01.md')).toBeNull();
    expect(notes.append('2026-03-01', [])).toEqual({ ok: true, value: { file: 'notes/2026-03-01.md', content: '' } });
    expect(statSync(path.join(folder, 'notes'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('starts a day with its front matter, once', () => {
    notes.append('2026-03-01', ['- one']);
    const second = notes.append('2026-03-01', ['- 二', '- three']);
    expect(second).toMatchObject({ ok: true, value: { file: 'notes/2026-03-01.md' } });
    const content = readFileSync(place('2026-03-01.md'), 'utf8');
    expect(content).toMatch(/^---\n[^]*2026-03-01[^]*\n---\n/);
    expect(content.endsWith('- one\n- 二\n- three\n')).toBe(true);
    expect(content.match(/^---$/gm)).toHaveLength(2);
    expect(second.ok && second.value.content).toBe(content);
  });

  it("leaves every byte that is there, the person's own line included (B84)", () => {
    const before = Buffer.from('- a\n- b\n- c\nmy own line \xff without an end', 'latin1');
    put('2026-03-01.md', before);
    notes.append('2026-03-01', ['- new', '- newer\nwith a break']);
    const after = readFileSync(place('2026-03-01.md'));
    expect(after.subarray(0, before.length)).toEqual(before);
    expect(after.subarray(before.length).toString()).toBe('\n- new\n- newer with a break\n');
  });

  it('takes real days only', () => {
    for (const day of ['2026-02-30', '2026-3-1', '../../x', 'YYYY-MM-DD', '2026-03-01.md', '']) {
      expect([day, notes.append(day, ['- x'])]).toEqual([
        day,
        { ok: false, error: { code: 'invalid_request', detail: { day } } },
      ]);
    }
  });

  it('lists days newest first, then other Markdown files', () => {
    for (const name of ['2026-03-01.md', '2026-12-31.md', 'ideas.md', '2025-12-31.md', '.hidden.md', 'x.txt'])
      put(name, 'x');
    mkdirSync(place('folder.md'));
    expect(notes.list()).toEqual([
      'notes/2026-12-31.md',
      'notes/2026-03-01.md',
      'notes/2025-12-31.md',
      'notes/ideas.md',
    ]);
  });

  it('reaches no file outside its folder', () => {
    writeFileSync(path.join(folder, 'secret.md'), 'secret');
    put('ok.md', 'ok');
    symlinkSync(path.join(folder, 'secret.md'), place('link.md'));
    const outside = [
      'secret.md',
      'notes/../secret.md',
      '/etc/x.md',
      'notes/link.md',
      'notes/.ok.md',
      'notes/ok',
      'notes\\ok.md',
      'notes//ok.md',
      'notes/a\0.md',
    ];
    for (const file of outside) {
      expect([file, notes.read(file)]).toEqual([file, null]);
      expect(notes.save(file, 'x', 'secret')).toMatchObject({ error: { code: 'invalid_request' } });
    }
    expect(readFileSync(path.join(folder, 'secret.md'), 'utf8')).toBe('secret');
    expect(notes.read('notes/ok.md')).toBe('ok');
  });

  it("saves the person's edit only over what they saw", () => {
    put('2026-03-01.md', 'old');
    expect(notes.save('notes/2026-03-01.md', 'mine', 'older')).toEqual({
      ok: false,
      error: { code: 'notes_not_writable', detail: { reason: 'changed' } },
    });
    expect(notes.save('notes/2026-03-01.md', 'mine ✓', 'old')).toEqual({ ok: true, value: undefined });
    expect(notes.read('notes/2026-03-01.md')).toBe('mine ✓');
    expect(notes.save('notes/new.md', 'fresh', '')).toMatchObject({ ok: true });
    put('bytes.md', Buffer.from([0x61, 0xff]));
    expect(notes.save('notes/bytes.md', 'x', 'a\ufffd')).toMatchObject({ error: { detail: { reason: 'not_text' } } });
  });

  it('answers with a code when the folder cannot be written', () => {
    writeFileSync(path.join(folder, 'notes'), 'a file where the folder should be');
    expect(notes.append('2026-03-01', ['- x'])).toMatchObject({ ok: false, error: { code: 'notes_not_writable' } });
    expect(notes.list()).toEqual([]);
  });
});
