// Links that lead to an entry of Holdfast itself: followed only where the text was written by the app, as in notes.

import { createContext } from 'react';

/** Follows the link and answers true, or answers false when it is none of the app's own; null = there are none here. */
export const OwnLinkContext = createContext<((href: string) => boolean) | null>(null);
