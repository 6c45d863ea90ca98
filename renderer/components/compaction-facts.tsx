// The plain facts of a compaction: who wrote it, what the audit said, what was redacted, which notes were written.

import { BadgeCheck, NotebookPen, PenLine, Quote, ShieldAlert, Target } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CompactionPayload } from '../../electron/core/transcript/entry.ts';
import { AuditFindings } from './audit-findings.tsx';
import css from './compaction-card.module.css';

export function CompactionFacts({ payload }: { readonly payload: CompactionPayload }) {
  const { t } = useTranslation();
  const redacted = payload.redactions.reduce((sum, { count }) => sum + count, 0);
  const redactedKinds = payload.redactions.map(({ kind }) => t(`secret.${kind}`)).join(', ');
  return (
    <>
      <ul className={css['facts']}>
        <li>
          <Quote size={14} aria-hidden /> {t('card.quoted', { count: payload.quotedItems })}
        </li>
        <li>
          <PenLine size={14} aria-hidden /> {t('card.written', { count: payload.writtenItems })}
        </li>
        <li>
          <BadgeCheck size={14} aria-hidden />
          {payload.audit.ok ? t('card.auditPassed') : t('card.auditFindings', { count: payload.audit.findings.length })}
        </li>
        {payload.notesWritten > 0 ? (
          <li>
            <NotebookPen size={14} aria-hidden />
            {t('card.notes', { count: payload.notesWritten })}
          </li>
        ) : null}
        {redacted > 0 ? (
          <li title={redactedKinds}>
            <ShieldAlert size={14} aria-hidden /> {t('card.redacted', { count: redacted })}
          </li>
        ) : null}
      </ul>
      {payload.writer === 'quotes' ? <p className={css['note']}>{t('card.quotedOnly')}</p> : null}
      {(payload.extensionFailures ?? []).map(({ name, why }) => (
        <p key={`${name}:${why}`} className={css['note']}>
          {t('card.extensionFailed', { name, why: t(`card.extensionWhy.${why}`) })}
        </p>
      ))}
      {payload.origin ? <p className={css['note']}>{t('card.origin', { title: payload.origin.title })}</p> : null}
      {payload.instructions === undefined ? null : (
        <p className={css['note']}>
          <Target size={14} aria-hidden /> {t('card.focus', { focus: payload.instructions })}
        </p>
      )}
      {payload.audit.findings.length > 0 ? <AuditFindings findings={payload.audit.findings} /> : null}
    </>
  );
}
