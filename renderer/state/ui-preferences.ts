// The two switches of the window that survive a restart. Kept by the browser, not by the app; losing them costs a click.

export const NARROW_QUERY = '(max-width: 719px)';

type Preference = 'sidebarOpen' | 'inspectorOpen';
const keyOf = (name: Preference): string => `holdfast.${name}`;

export function readUiPreference(name: Preference, fallback: boolean): boolean {
  try {
    const stored = window.localStorage.getItem(keyOf(name));
    return stored === null ? fallback : stored === 'true';
  } catch {
    return fallback; // storage is switched off: the default holds
  }
}

export function storeUiPreference(name: Preference, value: boolean): void {
  try {
    window.localStorage.setItem(keyOf(name), String(value));
  } catch {
    return; // storage is switched off or full: the switch holds until the window closes
  }
}
