// The models on this machine and those that can be fetched. Nothing is downloaded without a click.

import { useTranslation } from 'react-i18next';
import { useActions } from '../state/store.ts';
import { AddModel } from './add-model.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';
import { CatalogueList, FoundList } from './model-lists.tsx';
import css from './models.module.css';
import { useModels } from './use-models.ts';

export function ModelsDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const { models, error, reload } = useModels();
  return (
    <DialogFrame title={t('models.title')} onClose={actions.closeDialog} wide>
      {error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={error} />
        </p>
      )}
      {models === null && error === null ? <p role="status">{t('models.searching')}</p> : null}
      {models === null ? null : (
        <>
          <h3 className={css['heading']}>{t('models.found')}</h3>
          <p className={css['help']}>{t('models.foundHelp')}</p>
          <FoundList models={models} />
          <AddModel onAdded={reload} />
          <h3 className={css['heading']}>{t('models.catalogue')}</h3>
          <p className={css['help']}>{t('models.catalogueHelp')}</p>
          <CatalogueList models={models} />
        </>
      )}
    </DialogFrame>
  );
}
