// Search as a window or a command asks for it: the store finds, this adds the title and whether the model still reads the hit word for word.

import type { SearchFilterParams, SearchResult } from '../contract/search.ts';
import { type RegionBoundary, regionOf } from '../core/context/region.ts';
import { asConversationId, type ConversationId } from '../core/ids.ts';
import { readContext } from './context-reader.ts';
import { boundaryOf } from './conversation-events.ts';
import type { Ports } from './ports.ts';
import type { SearchFilters, SearchHit } from './search-ports.ts';

export interface LibrarySearch {
  readonly text: string;
  readonly limit: number;
  readonly filters?: SearchFilterParams | undefined;
}

/** Newest first. A region asked for is decided hit by hit, before it counts towards the limit. */
export function searchLibrary(ports: Pick<Ports, 'store' | 'tools'>, wish: LibrarySearch): readonly SearchResult[] {
  const { region, ...filters } = wish.filters ?? {};
  const regionOf = createRegions(ports);
  const titles = new Map<string, string>();
  const titleOf = (id: ConversationId): string => {
    const title = titles.get(id) ?? ports.store.readConversation(id)?.title ?? '';
    titles.set(id, title);
    return title;
  };
  const hits = ports.store.search({
    text: wish.text,
    limit: wish.limit,
    filters: storeFilters(filters),
    ...(region === undefined ? {} : { accept: (hit: SearchHit) => regionOf(hit) === region }),
  });
  return hits.map((hit) => ({
    ...hit,
    conversationTitle: hit.conversationId === null ? '' : titleOf(hit.conversationId),
    region: regionOf(hit),
  }));
}

function storeFilters({ conversationId, role, kind, from, to }: Omit<SearchFilterParams, 'region'>): SearchFilters {
  return {
    ...(conversationId === undefined ? {} : { conversationId: asConversationId(conversationId) }),
    ...(role === undefined ? {} : { role }),
    ...(kind === undefined ? {} : { kind }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

interface Regions {
  readonly leafId: SearchHit['entryId'];
  readonly boundary: RegionBoundary;
}

/** Where a hit stands on the branch that is shown; null off that branch and for notes. Each conversation is read once. */
function createRegions(ports: Pick<Ports, 'store' | 'tools'>): (hit: SearchHit) => SearchResult['region'] {
  const known = new Map<ConversationId, Regions>();
  const read = (id: ConversationId): Regions => {
    const context = readContext(ports, id);
    return { leafId: context.conversation.activeLeafId, boundary: boundaryOf(context) };
  };
  return ({ conversationId, entryId, seq }) => {
    if (conversationId === null || entryId === null || seq === null) return null;
    const regions = known.get(conversationId) ?? read(conversationId);
    known.set(conversationId, regions);
    const { leafId, boundary } = regions;
    if (leafId === null || !ports.store.isOnBranch(entryId, leafId)) return null;
    return regionOf({ id: entryId, seq }, boundary);
  };
}
