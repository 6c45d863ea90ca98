import { describe, expect, it, vi } from 'vitest';
import type { AppEvent } from '../../electron/contract/events.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { connectApi } from '../../electron/wire/connect-api.ts';
import { joinInMemory } from './in-memory-channel.ts';
import { createTestApp } from './served-app.ts';

const notesChanged: AppEvent = { type: 'notes_changed' };
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('a connection between a window and the app', () => {
  it('answers a command with the app’s own result', async () => {
    const app = createTestApp({ 'notes.list': () => [{ file: 'notes/2026-03-01.md', sizeBytes: 3 }] });
    const api = connectApi('browser', joinInMemory(app).open);
    expect(await api.invoke('notes.list', {})).toEqual({
      ok: true,
      value: [{ file: 'notes/2026-03-01.md', sizeBytes: 3 }],
    });
    expect(app.asked).toEqual([{ name: 'notes.list', params: {} }]);
  });

  it('matches answers to commands, whatever order they come in', async () => {
    const gates = new Map<string, () => void>();
    const app = createTestApp({
      'notes.read': (params) =>
        new Promise((resolve) => gates.set((params as { file: string }).file, () => resolve(params))),
    });
    const api = connectApi('browser', joinInMemory(app).open);
    const first = api.invoke('notes.read', { file: 'a' });
    const second = api.invoke('notes.read', { file: 'b' });
    await settle();
    gates.get('b')?.();
    gates.get('a')?.();
    expect(await Promise.all([first, second])).toMatchObject([{ value: { file: 'a' } }, { value: { file: 'b' } }]);
  });

  it('answers `internal` and reports the bug when a command throws', async () => {
    const app = createTestApp({
      'notes.list': () => {
        throw new Error('a bug');
      },
    });
    const channel = joinInMemory(app);
    const api = connectApi('browser', channel.open);
    expect(await api.invoke('notes.list', {})).toEqual({ ok: false, error: { code: 'internal' } });
    expect(channel.bugs).toHaveLength(1);
  });

  it('passes events to every subscriber until it unsubscribes', async () => {
    const app = createTestApp({ 'app.snapshot': () => null });
    const api = connectApi('browser', joinInMemory(app).open);
    const seen: string[] = [];
    const stopFirst = api.stream(
      (event) => seen.push(`first ${event.type}`),
      () => undefined,
    );
    api.stream(
      (event) => seen.push(`second ${event.type}`),
      () => undefined,
    );
    await api.invoke('app.snapshot', {});
    app.publish(notesChanged);
    await settle();
    stopFirst();
    app.publish(notesChanged);
    await settle();
    expect(seen).toEqual(['first notes_changed', 'second notes_changed', 'second notes_changed']);
  });

  it('delivers an event that happened before an answer before that answer', async () => {
    const app = createTestApp({
      'app.snapshot': () => {
        app.publish(notesChanged);
        return null;
      },
    });
    const api = connectApi('browser', joinInMemory(app).open);
    const order: string[] = [];
    api.stream(
      (event) => order.push(event.type),
      () => undefined,
    );
    await api.invoke('app.snapshot', {}).then(() => order.push('answer'));
    expect(order).toEqual(['notes_changed', 'answer']);
  });

  it('answers every waiting command with `connection_lost`, tells each subscriber once, and connects anew when used again', async () => {
    const app = createTestApp({ 'notes.list': () => [], 'notes.read': () => new Promise(() => undefined) });
    const channel = joinInMemory(app);
    const api = connectApi('browser', channel.open);
    const onLost = vi.fn<(error: AppError) => void>();
    api.stream(() => undefined, onLost);
    const waiting = api.invoke('notes.read', { file: 'a' });
    await settle();
    channel.lose();
    expect(await waiting).toEqual({ ok: false, error: { code: 'connection_lost' } });
    expect(onLost).toHaveBeenCalledExactlyOnceWith({ code: 'connection_lost' });
    expect(app.listeners()).toBe(0);
    expect(await api.invoke('notes.list', {})).toEqual({ ok: true, value: [] });
    expect(channel.opened()).toBe(2);
  });

  it('answers `connection_lost` when there is no way to the app at all', async () => {
    const api = connectApi('browser', () => Promise.reject(new Error('no app')));
    const onLost = vi.fn();
    api.stream(() => undefined, onLost);
    expect(await api.invoke('notes.list', {})).toEqual({ ok: false, error: { code: 'connection_lost' } });
    expect(onLost).toHaveBeenCalledOnce();
  });

  it.each([null, 'text', [], {}, { id: 'x', name: 'a', params: {} }, { id: 1.5, name: 'a', params: {} }, { id: 1 }])(
    'refuses %j, which is no command',
    async (frame) => {
      const app = createTestApp();
      const { serveConnection } = await import('../../electron/wire/serve-connection.ts');
      const served = serveConnection(
        app,
        () => undefined,
        () => undefined,
      );
      expect(served.receive(frame)).toBe(false);
      expect(app.asked).toEqual([]);
    },
  );
});
