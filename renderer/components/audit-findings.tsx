// What the audit found, in words, finding by finding.

import { useTranslation } from 'react-i18next';
import type { Finding } from '../../electron/core/safeguard/audit.ts';
import { useFigures } from '../format/figures.ts';
import { describeSubject } from '../format/finding-subject.ts';
import { en } from '../locales/en.ts';
import css from './audit-findings.module.css';

interface AuditFindingsProps {
  readonly findings: readonly Finding[];
  /** Unfolded at once: the person has to do something about them. */
  readonly open?: boolean;
}

export function AuditFindings({ findings, open = false }: AuditFindingsProps) {
  const { t } = useTranslation();
  return (
    <details className={css['findings']} open={open}>
      <summary>{t('audit.summary', { count: findings.length })}</summary>
      <ul>
        {findings.map((finding, index) => (
          <FindingLine key={`${finding.code}-${finding.subject}-${String(index)}`} finding={finding} />
        ))}
      </ul>
    </details>
  );
}

function FindingLine({ finding }: { readonly finding: Finding }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const subject = describeSubject(finding, { t, secrets: en.secret, count: figures.count });
  return (
    <li>
      <span>{t(`audit.code.${finding.code}`)}</span>
      {subject === '' ? null : <span className={css['subject']}> · {subject}</span>}
      {finding.excerpt === '' || finding.code === 'secret_present' ? null : (
        <q className={css['excerpt']}>{finding.excerpt}</q>
      )}
    </li>
  );
}
