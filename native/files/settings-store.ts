// settings.json: read as far as it is good, changed only where the person changes it. Reading never writes; a bad value is
// named and its default used; a file that is no JSON is set aside (never overwritten) once the person changes a setting.
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { SettingsStore, StoreResult } from '../../electron/app/ports.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../electron/contract/settings.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import { attemptFiles, errnoOf } from './file-error.ts';

type JsonObject = { readonly [key: string]: unknown };
type Problem = { readonly path: string; readonly why: string };
type Stored =
  | { readonly kind: 'none' }
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'damaged'; readonly why: string };

export function createSettingsStore(dataFolder: string, now: () => number = Date.now): SettingsStore {
  const file = path.join(dataFolder, 'settings.json');
  return {
    read: () => {
      const stored = readStored(file);
      if (stored.kind === 'damaged') return { settings: DEFAULT_SETTINGS, problems: [{ path: '', why: stored.why }] };
      return resolveSettings(stored.kind === 'object' ? stored.value : {});
    },
    update: (change) => updateSettings(file, change, now),
  };
}

function readStored(file: string): Stored {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    return isObject(value)
      ? { kind: 'object', value }
      : { kind: 'damaged', why: 'settings.json must hold one JSON object' };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'damaged', why: `settings.json is not JSON: ${error.message}` };
    const reason = errnoOf(error);
    if (reason === null) throw error;
    return reason === 'ENOENT' ? { kind: 'none' } : { kind: 'damaged', why: `settings.json cannot be read: ${reason}` };
  }
}

/** Defaults with the file's good values over them; one problem for each value that is not used. */
export function resolveSettings(stored: JsonObject): {
  readonly settings: Settings;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  let candidate = overlay(DEFAULT_SETTINGS as unknown as JsonObject, stored);
  // Each round replaces every value named bad by its default, so that the next one is good.
  for (;;) {
    const parsed = settingsSchema.safeParse(candidate);
    if (parsed.success) return { settings: parsed.data as Settings, problems };
    for (const issue of parsed.error.issues) {
      const at = settingPath(issue.path.map(String));
      if (problems.some((problem) => problem.path === at.join('.'))) continue;
      problems.push({ path: at.join('.'), why: issue.message });
      candidate = withDefault(candidate, at);
    }
  }
}

/** `over` on `base`, object by object; anything that is not an object is taken as it is. */
function overlay(base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map<string, unknown>(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    merged.set(key, isObject(below) && isObject(value) ? overlay(below, value) : value);
  }
  return Object.fromEntries(merged);
}

/** The setting an issue is about: the path down to the first thing that is no section. */
function settingPath(issuePath: readonly string[]): readonly string[] {
  let section: unknown = DEFAULT_SETTINGS;
  for (const [depth, key] of issuePath.entries()) {
    section = isObject(section) ? section[key] : undefined;
    if (!isObject(section)) return issuePath.slice(0, depth + 1);
  }
  return issuePath;
}

function withDefault(
  candidate: JsonObject,
  [key = '', ...rest]: readonly string[],
  defaults: unknown = DEFAULT_SETTINGS,
): JsonObject {
  const fallback = isObject(defaults) ? defaults[key] : undefined;
  const below = candidate[key];
  const { [key]: _bad, ...others } = candidate;
  if (rest.length > 0 && isObject(below)) return { ...others, [key]: withDefault(below, rest, fallback) };
  return fallback === undefined ? others : { ...others, [key]: fallback };
}

/**
 * A change is a JSON merge patch (RFC 7396): objects merge, null removes a key (back to its default), unknown keys stay.
 * Refused with `settings_invalid` when a value in it is bad; bad values elsewhere in the file are left for the person.
 */
function updateSettings(file: string, change: unknown, now: () => number): StoreResult<Settings> {
  if (!isObject(change)) return err(appError('settings_invalid', { path: '', why: 'a change is one JSON object' }));
  const stored = readStored(file);
  const next = mergePatch(stored.kind === 'object' ? stored.value : {}, change);
  const { settings, problems } = resolveSettings(next);
  const bad = problems.find((problem) => touches(change, problem.path.split('.')));
  if (bad !== undefined) return err(appError('settings_invalid', { path: bad.path, why: bad.why }));
  return attemptFiles('store_error', () => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (stored.kind === 'damaged' && existsSync(file)) {
      renameSync(file, `${file}.bad-${new Date(now()).toISOString().replaceAll(':', '-')}`);
    }
    writeFileAtomic.sync(file, `${JSON.stringify(next, null, 2)}\n`, existsSync(file) ? {} : { mode: 0o600 });
    return settings;
  });
}

function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map<string, unknown>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, isObject(value) ? mergePatch(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

/** Does the change set something at this path, above it or below it? */
function touches(change: JsonObject, [key = '', ...rest]: readonly string[]): boolean {
  if (!Object.hasOwn(change, key)) return false;
  const value = change[key];
  return rest.length === 0 || !isObject(value) || touches(value, rest);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
