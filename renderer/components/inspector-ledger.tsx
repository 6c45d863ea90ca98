// What must survive every compaction word for word, with the person's own pins.

import { EyeOff, Pin as PinIcon, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryId } from '../../electron/core/ids.ts';
import type { Ledger } from '../../electron/core/safeguard/ledger.ts';
import type { Pin } from '../../electron/core/transcript/conversation.ts';
import { useActions, useOpen } from '../state/store.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './context-inspector.module.css';

const c = classNames(css);
const CATEGORIES = ['constraints', 'pendingRequests', 'identifiers'] as const satisfies readonly Pin['category'][];

interface LedgerLine {
  readonly text: string;
  readonly sourceId: EntryId | null;
  readonly note: 'prohibition' | 'permission' | 'requirement' | 'lift' | 'lifted' | 'superseded' | null;
}

const linesOf = (ledger: Ledger): Readonly<Record<Pin['category'], readonly LedgerLine[]>> => ({
  constraints: ledger.constraints.map(({ text, sourceId, kind, liftedBy }) => ({
    text,
    sourceId,
    note: liftedBy === undefined ? kind : 'lifted',
  })),
  pendingRequests: ledger.pendingRequests.map(({ text, sourceId, status }) => ({
    text,
    sourceId,
    note: status ?? null,
  })),
  identifiers: ledger.identifiers.map(({ text, sourceIds }) => ({ text, sourceId: sourceIds[0] ?? null, note: null })),
});

export function InspectorLedger({ ledger }: { readonly ledger: Ledger }) {
  const { t } = useTranslation();
  const pins = usePins();
  const lines = linesOf(ledger);
  const isEmpty = CATEGORIES.every((category) => lines[category].length === 0);
  return (
    <>
      {isEmpty ? <p className={c('quiet')}>{t('inspector.ledgerEmpty')}</p> : null}
      {CATEGORIES.filter((category) => lines[category].length > 0).map((category) => (
        <div key={category}>
          <h4 className={c('ledgerTitle')}>{t(`category.${category}`)}</h4>
          <ul className={c('ledger')} aria-label={t(`category.${category}`)}>
            {lines[category].map((line, index) => (
              <LedgerRow key={`${line.text}-${String(index)}`} line={line} category={category} pins={pins} />
            ))}
          </ul>
        </div>
      ))}
      <LeftOut pins={pins} />
      <AddPin pins={pins} />
    </>
  );
}

interface Pins {
  readonly list: readonly Pin[];
  readonly find: (kind: Pin['kind'], category: Pin['category'], text: string) => Pin | undefined;
  readonly add: (pin: Pin) => void;
  readonly remove: (pin: Pin) => void;
}

function usePins(): Pins {
  const actions = useActions();
  const conversation = useOpen((open) => open.conversation);
  const list = conversation?.pins ?? [];
  const store = (pins: readonly Pin[]): void => {
    if (conversation !== null) void actions.setPins(conversation.id, pins);
  };
  const isAbout = (pin: Pin, category: Pin['category'], text: string) => pin.category === category && pin.text === text;
  return {
    list,
    find: (kind, category, text) => list.find((pin) => pin.kind === kind && isAbout(pin, category, text)),
    add: (pin) => store([...list.filter((other) => !isAbout(other, pin.category, pin.text)), pin]),
    remove: (pin) => store(list.filter((other) => other !== pin)),
  };
}

function LedgerRow({
  line,
  category,
  pins,
}: {
  readonly line: LedgerLine;
  readonly category: Pin['category'];
  readonly pins: Pins;
}) {
  const { t } = useTranslation();
  const actions = useActions();
  const openId = useOpen((open) => open.conversation.id);
  const pinned = pins.find('pin', category, line.text);
  const { sourceId } = line;
  return (
    <li className={c('ledgerRow')}>
      <span className={c('ledgerText')}>
        {line.note === null ? null : <span className={c('tag')}>{t(`ledger.${line.note}`)}</span>}
        {sourceId === null || openId === null ? (
          line.text
        ) : (
          <button
            type="button"
            className={c('ledgerLink')}
            title={t('card.sourceHelp')}
            onClick={() => void actions.jumpTo(openId, sourceId)}
          >
            {line.text}
          </button>
        )}
      </span>
      <IconButton
        label={t(pinned === undefined ? 'ledger.pin' : 'ledger.unpin')}
        aria-pressed={pinned !== undefined}
        onClick={() =>
          pinned === undefined ? pins.add({ kind: 'pin', category, text: line.text, sourceId }) : pins.remove(pinned)
        }
      >
        <PinIcon size={14} aria-hidden fill={pinned === undefined ? 'none' : 'currentColor'} />
      </IconButton>
      <IconButton
        label={t('ledger.leaveOut')}
        onClick={() => pins.add({ kind: 'unpin', category, text: line.text, sourceId })}
      >
        <EyeOff size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

function LeftOut({ pins }: { readonly pins: Pins }) {
  const { t } = useTranslation();
  const leftOut = pins.list.filter(({ kind }) => kind === 'unpin');
  if (leftOut.length === 0) return null;
  return (
    <>
      <h4 className={c('ledgerTitle')}>{t('ledger.leftOut')}</h4>
      <ul className={c('ledger')} aria-label={t('ledger.leftOut')}>
        {leftOut.map((pin) => (
          <li key={`${pin.category}-${pin.text}`} className={c('ledgerRow')}>
            <span className={c('ledgerText', 'struck')}>{pin.text}</span>
            <Button kind="quiet" small onClick={() => pins.remove(pin)}>
              {t('ledger.bringBack')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function AddPin({ pins }: { readonly pins: Pins }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    pins.add({ kind: 'pin', category: 'constraints', text: text.trim(), sourceId: null });
    setText('');
  };
  return (
    <form className={c('addPin')} onSubmit={submit}>
      <input
        aria-label={t('ledger.addField')}
        placeholder={t('ledger.addPlaceholder')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" small icon={<Plus size={14} aria-hidden />} disabled={text.trim() === ''}>
        {t('ledger.add')}
      </Button>
    </form>
  );
}
