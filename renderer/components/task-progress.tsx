// How far a long piece of work is, with the way to stop it.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import css from './library-dialogs.module.css';

const NOT_STARTED = { done: 0, total: null, unit: 'entries' } as const;

export function TaskProgress({ taskId, label }: { readonly taskId: string; readonly label: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const task = useWindow((state) => state.tasks[taskId]);
  const [isStopping, setStopping] = useState(false);
  const { done, total, unit } = task ?? NOT_STARTED;
  const count = (value: number): string => (unit === 'bytes' ? figures.bytes(value) : figures.count(value));
  const text =
    done === 0
      ? ''
      : total === null
        ? t(`task.done.${unit}`, { done: count(done) })
        : t(`task.doneOf.${unit}`, { done: count(done), total: count(total) });
  return (
    <div className={css['progress']}>
      <div className={css['progressText']}>
        <span>{label}</span>
        <span role="status">{text}</span>
      </div>
      <div className={css['progressRow']}>
        <ProgressBar label={label} share={total === null || total === 0 ? null : done / total} valueText={text} />
        <Button
          small
          disabled={isStopping}
          onClick={() => {
            setStopping(true);
            void actions.cancelTask(taskId);
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
