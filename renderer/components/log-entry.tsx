// One entry of the transcript, by its type.

import { memo, use } from 'react';
import { isAssistant, isCompaction, isToolResult, isUser } from '../../electron/core/transcript/entry.ts';
import type { LogItem } from '../state/log-items.ts';
import { AssistantArticle } from './assistant-article.tsx';
import { CompactionCard } from './compaction-card.tsx';
import { EventLine } from './event-line.tsx';
import { FlashContext } from './log-context.ts';
import { ToolResultArticle } from './tool-result-article.tsx';
import { UserArticle } from './user-article.tsx';

export const LogEntry = memo(function LogEntry({ item }: { readonly item: LogItem }) {
  const flashed = use(FlashContext) === item.shown.entry.id;
  return <EntryByType item={item} flashed={flashed} />;
}, sameItem);

const EntryByType = memo(
  function EntryByType({ item, flashed }: { readonly item: LogItem; readonly flashed: boolean }) {
    const { entry, siblingIds } = item.shown;
    const place = { region: item.region, carried: item.carried, flashed, siblingIds };
    if (isUser(entry)) return <UserArticle entry={entry} place={place} />;
    if (isAssistant(entry)) return <AssistantArticle entry={entry} place={place} />;
    if (isToolResult(entry)) return <ToolResultArticle entry={entry} place={place} />;
    if (isCompaction(entry))
      return <CompactionCard entry={entry} inForce={item.region === 'boundary'} flashed={flashed} />;
    return <EventLine entry={entry} />;
  },
  (before, after) => before.flashed === after.flashed && sameItem(before, after),
);

function sameItem(before: { readonly item: LogItem }, after: { readonly item: LogItem }): boolean {
  return (
    before.item.shown === after.item.shown &&
    before.item.region === after.item.region &&
    before.item.carried === after.item.carried
  );
}
