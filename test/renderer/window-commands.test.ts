import { describe, expect, test } from 'vitest';
import { WINDOW_COMMAND_IDS } from '../../electron/contract/window-keys.ts';
import { describeChord, findCommandByKey, WINDOW_COMMANDS } from '../../renderer/keyboard/window-commands.ts';

const press = (key: string, held: { ctrl?: boolean; meta?: boolean; shift?: boolean; alt?: boolean } = {}) => ({
  key,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  shiftKey: held.shift ?? false,
  altKey: held.alt ?? false,
});

describe('the table of keys', () => {
  test.each([
    [press('n', { ctrl: true }), 'newConversation'],
    [press('k', { meta: true }), 'palette'],
    [press('K', { ctrl: true, shift: true }), 'compact'],
    [press('f', { ctrl: true }), 'find'],
    [press('F', { ctrl: true, shift: true }), 'searchAll'],
    [press('b', { ctrl: true }), 'sidebar'],
    [press('.', { ctrl: true }), 'inspector'],
    [press(',', { ctrl: true }), 'settings'],
    [press('/', { ctrl: true }), 'shortcuts'],
    [press('Escape'), 'stop'],
  ])('%o means %s', (event, id) => {
    expect(findCommandByKey(event)?.id).toBe(id);
  });

  test('keys of the text field and of the system mean nothing here', () => {
    for (const event of [press('n'), press('z', { ctrl: true }), press('k', { ctrl: true, alt: true })]) {
      expect(findCommandByKey(event)).toBeNull();
    }
  });

  test('holds every command once and no chord twice', () => {
    expect(WINDOW_COMMANDS.map(({ id }) => id)).toEqual(WINDOW_COMMAND_IDS);
    const chords = WINDOW_COMMANDS.flatMap(({ chord }) => (chord === null ? [] : [describeChord(chord, false)]));
    expect(new Set(chords).size).toBe(chords.length);
  });

  test('writes chords as the platform does', () => {
    expect(describeChord({ key: 'k', mod: true, shift: true }, true)).toBe('⇧⌘K');
    expect(describeChord({ key: 'k', mod: true, shift: true }, false)).toBe('Ctrl+Shift+K');
  });
});
