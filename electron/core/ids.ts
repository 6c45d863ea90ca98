// Branded identifiers. An id is an opaque string: nothing is read out of it, order comes from `seq`.

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type ConversationId = Branded<'ConversationId'>;
export type EntryId = Branded<'EntryId'>;
/** Identifies a model file by what it is (its hash where known, else its path), never by its place in a list. */
export type ModelId = Branded<'ModelId'>;

export const asConversationId = (id: string): ConversationId => id as ConversationId;
export const asEntryId = (id: string): EntryId => id as EntryId;
export const asModelId = (id: string): ModelId => id as ModelId;
