// The shape both dictionaries have. A key missing in one of them does not compile.

import type { en } from './en.ts';

type Texts<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]> };

export type Messages = Texts<typeof en>;
