// What the audit found, in words, finding by finding.

import { useTranslation } from 'react-i18next';
import type { AuditReport } from '../../electron/core/safeguard/audit.ts';
import css from './audit-findings.module.css';

export function AuditFindings({ audit }: { readonly audit: AuditReport }) {
  const { t } = useTranslation();
  return (
    <details className={css['findings']}>
      <summary>{t('audit.summary', { count: audit.findings.length })}</summary>
      <ul>
        {audit.findings.map((finding, index) => (
          <li key={`${finding.code}-${finding.subject}-${String(index)}`}>
            <span>{t(`audit.code.${finding.code}`)}</span>
            {finding.subject === '' ? null : <span className={css['subject']}> · {finding.subject}</span>}
            {finding.excerpt === '' ? null : <q className={css['excerpt']}>{finding.excerpt}</q>}
          </li>
        ))}
      </ul>
    </details>
  );
}
