// What a search over everything found. A hit leads to its message in place, in a summarised part as anywhere else.

import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '../../electron/contract/search.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { ErrorText } from './error-text.tsx';
import { MarkedText, startNearHit } from './marked-text.tsx';
import { countChoices, filtersOf, NO_CHOICE, type SearchChoice, SearchFilters } from './search-filters.tsx';
import css from './search-results.module.css';
import { useNow } from './use-now.ts';

const SEARCH_DELAY_MS = 160;
const MAX_RESULTS = 100;

interface Found {
  readonly text: string;
  readonly results: readonly SearchResult[];
  readonly error: AppError | null;
}

export function SearchResults() {
  const [choice, setChoice] = useState(NO_CHOICE);
  return (
    <>
      <SearchFilters choice={choice} onChange={setChoice} />
      <FoundList choice={choice} />
    </>
  );
}

function FoundList({ choice }: { readonly choice: SearchChoice }) {
  const { t } = useTranslation();
  const found = useSearch(choice);
  if (found === null) return <p className={css['state']}>{t('search.searching')}</p>;
  if (found.error !== null) {
    return (
      <p role="alert" className={css['state']}>
        <ErrorText error={found.error} />
      </p>
    );
  }
  const none = countChoices(choice) === 0 ? t('search.none') : t('search.noneFiltered');
  return (
    <>
      <p role="status" className={css['count']}>
        {found.results.length === 0 ? none : t('search.count', { count: found.results.length })}
      </p>
      <ul className={css['results']} aria-label={t('search.results')}>
        {found.results.map((result, index) => (
          <ResultItem key={`${result.entryId ?? result.conversationTitle}-${String(index)}`} result={result} />
        ))}
      </ul>
    </>
  );
}

function useSearch(choice: SearchChoice): Found | null {
  const actions = useActions();
  const text = useWindow((state) => state.ui.searchText);
  // Only a search within the open conversation begins anew when another one is opened.
  const openId = useWindow((state) => (choice.onlyOpen ? state.openId : null));
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      const filters = filtersOf(choice, openId);
      const asked = { text: text.trim(), limit: MAX_RESULTS, ...(filters === undefined ? {} : { filters }) };
      void actions.call('search', asked).then((answer) => {
        if (!isCurrent) return;
        setFound(answer.ok ? { text, results: answer.value, error: null } : { text, results: [], error: answer.error });
      });
    }, SEARCH_DELAY_MS);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [actions, text, choice, openId]);
  return found;
}

function ResultItem({ result }: { readonly result: SearchResult }) {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const now = useNow(60_000);
  const { conversationId, entryId } = result;
  const go = (): void => {
    if (conversationId === null) return actions.showNote(result.file);
    const id = asConversationId(conversationId);
    void (entryId === null ? actions.openConversation(id) : actions.jumpTo(id, entryId));
  };
  return (
    <li>
      <button type="button" className={css['result']} onClick={go}>
        <span className={css['resultHead']}>
          <span className={css['resultTitle']}>{titleOf(result, t)}</span>
          <time>{figures.day(result.createdAt, now)}</time>
        </span>
        <ResultFacts result={result} />
        <span className={css['snippet']}>
          <MarkedText {...startNearHit(result)} />
        </span>
      </button>
    </li>
  );
}

/** Who said it, and whether the model still reads it word for word. */
function ResultFacts({ result: { kind, role, region } }: { readonly result: SearchResult }) {
  const { t } = useTranslation();
  if (kind === 'compaction') return <span className={css['kind']}>{t('search.kind.compaction')}</span>;
  const facts = [
    role === null ? '' : t(ROLE_WORDS[role]),
    region === 'summarized' ? t('transcript.summarizedRegion') : '',
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? null : <span className={css['facts']}>{facts.join(' · ')}</span>;
}

const ROLE_WORDS = {
  user: 'message.you',
  assistant: 'message.assistant',
  tool_result: 'message.toolResult',
} as const;

function titleOf({ conversationTitle, kind }: SearchResult, t: TFunction): string {
  if (conversationTitle !== '') return conversationTitle;
  return kind === 'note' ? t('search.kind.note') : t('conversation.untitled');
}
