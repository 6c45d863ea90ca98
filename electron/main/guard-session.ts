// Closes what a window could otherwise reach: permissions, the network, downloads, dictionaries.
import type { Session } from 'electron';
import { mayRequest } from './trust.ts';

/** `onBlocked` is told the scheme of a cancelled request, never its address. */
export function guardSession(session: Session, onBlocked: (scheme: string) => void): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const cancel = !mayRequest(details.url);
    if (cancel) onBlocked(details.url.slice(0, details.url.indexOf(':')));
    answer({ cancel });
  });
  session.on('will-download', (event, item) => {
    // Exports are made in the window, from memory.
    if (!item.getURL().startsWith('blob:')) event.preventDefault();
  });
}
