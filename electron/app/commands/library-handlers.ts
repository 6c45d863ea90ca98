// Commands over everything on disk: search, export, notes, settings.

import { appError } from '../../core/errors.ts';
import { err, ok } from '../../core/result.ts';
import { exportConversation } from '../export-conversation.ts';
import { searchLibrary } from '../search-library.ts';
import { done, type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

export function libraryHandlers(
  deps: HandlerDeps,
): HandlerGroup<'search' | 'export.conversation' | `notes.${string}` | 'settings.update'> {
  const { ports } = deps;
  return {
    search: (wish) => ok(searchLibrary(ports, wish)),
    'export.conversation': ({ conversationId, format }) =>
      withConversation(deps, conversationId, (id) => ok(exportConversation(ports, id, format))),
    'notes.list': () =>
      ok(
        ports.notes
          .list()
          .map((file) => ({ file, sizeBytes: new TextEncoder().encode(ports.notes.read(file) ?? '').length })),
      ),
    'notes.read': ({ file }) => {
      const content = ports.notes.list().includes(file) ? ports.notes.read(file) : null;
      return content === null ? err(appError('not_found')) : ok({ file, content });
    },
    'notes.save': ({ file, content, expectedContent }) => {
      const saved = ports.notes.save(file, content, expectedContent);
      if (!saved.ok) return saved;
      const indexed = ports.store.indexNote(file, content);
      ports.publish({ type: 'notes_changed' });
      return indexed.ok ? done : indexed;
    },
    'settings.update': ({ change }) => {
      const updated = ports.settings.update(change);
      if (updated.ok) ports.publish({ type: 'settings_changed', ...ports.settings.read() });
      return updated;
    },
  };
}
