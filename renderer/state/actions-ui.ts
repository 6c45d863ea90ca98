// What changes only the window: which view, which dialog, what is lit up. Asks the app for nothing.

import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './action-tools.ts';
import { copyText } from './copy-text.ts';
import { NARROW_QUERY, storeUiPreference } from './ui-preferences.ts';
import type { NoteDraft, NoticeBody, UiState, WindowDialog } from './window-state.ts';

export function createUiActions({ get, set, setUi, notify }: ActionTools) {
  let nonce = 0;
  const nextNonce = (): number => ++nonce;
  return {
    ...createNoteActions({ get, setUi }),
    openDialog: (dialog: WindowDialog) => setUi({ dialog }),
    closeDialog: () => setUi({ dialog: null }),
    showView: (view: UiState['view']) => setUi({ view, drawerOpen: false }),
    toggleSidebar() {
      const { sidebarOpen, drawerOpen } = get().ui;
      if (window.matchMedia(NARROW_QUERY).matches) return setUi({ drawerOpen: !drawerOpen });
      storeUiPreference('sidebarOpen', !sidebarOpen);
      setUi({ sidebarOpen: !sidebarOpen });
    },
    closeDrawer: () => setUi({ drawerOpen: false }),
    toggleInspector() {
      const inspectorOpen = !get().ui.inspectorOpen;
      storeUiPreference('inspectorOpen', inspectorOpen);
      setUi({ inspectorOpen });
    },
    showInspector: () => setUi({ inspectorOpen: true }),
    highlight(ids: readonly EntryId[]) {
      const { highlight } = get().ui;
      if (ids.length === 0 && highlight.length === 0) return;
      setUi({ highlight: ids });
    },
    goTo: (entryId: EntryId, takesFocus = true) =>
      setUi({ view: 'chat', target: { entryId, nonce: nextNonce(), takesFocus }, drawerOpen: false }),
    startEditing: (entryId: EntryId) => setUi({ editingId: entryId }),
    stopEditing: () => setUi({ editingId: null }),
    toggleFind: (findOpen: boolean) => setUi({ findOpen }),
    setSearchText: (searchText: string) => setUi({ searchText }),
    focusComposer: () => setUi({ focusRequest: { field: 'composer', nonce: nextNonce() } }),
    focusSearch() {
      const narrow = window.matchMedia(NARROW_QUERY).matches;
      setUi({ ...(narrow ? { drawerOpen: true } : { sidebarOpen: true }) });
      setUi({ focusRequest: { field: 'search', nonce: nextNonce() } });
    },
    /** @returns whether it is on the clipboard; says so when it is not. */
    async copy(text: string): Promise<boolean> {
      const copied = await copyText(text);
      if (!copied) notify({ kind: 'error', error: { code: 'internal', detail: { clipboard: 'refused' } } });
      return copied;
    },
    notify: (body: NoticeBody, conversationId: ConversationId | null = null) => notify(body, conversationId),
    dismissNotice: (id: number) =>
      set((state) => ({ ...state, notices: state.notices.filter((notice) => notice.id !== id) })),
  };
}

function createNoteActions({ get, setUi }: Pick<ActionTools, 'get' | 'setUi'>) {
  return {
    /** Null: the file looked at before, or the newest. */
    showNote: (file: string | null) =>
      setUi({ view: 'notes', drawerOpen: false, ...(file === null ? {} : { noteFile: file }) }),
    /** Null: there is nothing unsaved. */
    setNoteDraft(file: string, draft: NoteDraft | null) {
      const { [file]: _before, ...others } = get().ui.noteDrafts;
      setUi({ noteDrafts: draft === null ? others : { ...others, [file]: draft } });
    },
  };
}
