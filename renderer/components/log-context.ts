// What entries of the transcript need to know about their neighbours, without asking the store once per entry.

import { createContext } from 'react';
import type { EntryId } from '../../electron/core/ids.ts';

/** Entries that the summary in force was made from. */
export const CitedContext = createContext<ReadonlySet<EntryId>>(new Set());
/** The entry the reader was just brought to. */
export const FlashContext = createContext<EntryId | null>(null);
