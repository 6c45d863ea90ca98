export interface ShellState {
  readonly asked: 'electron' | 'browser' | null;
  readonly open: boolean;
  readonly hasDisplay: boolean;
  readonly isRoot: boolean;
  /** unknown = not there, and a download was not tried yet. */
  readonly electron: 'present' | 'unknown' | 'unavailable';
}
export type ShellChoice =
  | { readonly shell: 'electron' | 'download' }
  | { readonly shell: 'browser'; readonly why: string | null }
  | { readonly shell: null; readonly why: string };
export function chooseShell(state: ShellState): ShellChoice;
