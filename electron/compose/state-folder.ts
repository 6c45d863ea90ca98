// Where saved engine states lie, and how much room they have, as the settings say.
import path from 'node:path';
import type { Settings } from '../contract/settings.ts';
import { parseBytes } from '../core/compaction/settings.ts';

/** Null where they are switched off. */
export function findStateFolder(
  dataFolder: string,
  { engineState }: Pick<Settings, 'engineState'>,
): { readonly folder: string; readonly maxBytes: number } | null {
  const maxBytes = parseBytes(engineState.maxBytes);
  return engineState.enabled && maxBytes !== null ? { folder: path.join(dataFolder, 'engine-state'), maxBytes } : null;
}
