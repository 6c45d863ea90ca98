// A model file that lies anywhere on this machine, named by its path. It is used where it is.

import { FilePlus2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import { ErrorText } from './error-text.tsx';
import css from './models.module.css';

export function AddModel({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button small icon={<FilePlus2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('models.addFile')}
      </Button>
    );
  }
  return <PathForm onAdded={onAdded} onDone={() => setOpen(false)} />;
}

function PathForm({ onAdded, onDone }: { readonly onAdded: () => Promise<void>; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await actions.addModel(path.trim().replace(/^"(.*)"$/, '$1'));
    if (!answer.ok) return setError(answer.error);
    await onAdded();
    onDone();
  };
  return (
    <form className={css['addForm']} onSubmit={(event) => void submit(event)}>
      <label htmlFor="model-path">{t('models.path')}</label>
      <div className={css['addRow']}>
        <input
          id="model-path"
          ref={field}
          value={path}
          placeholder={t('models.pathPlaceholder')}
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
        />
        <Button type="submit" small kind="primary" disabled={path.trim() === ''}>
          {t('models.add')}
        </Button>
        <Button small onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
      {error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={error} />
        </p>
      )}
    </form>
  );
}
