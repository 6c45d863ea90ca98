// Models as rows: what it is, how big, where it comes from, and the one thing to do with it.

import { Check, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FoundModelView, ModelsView } from '../../electron/contract/commands.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import type { DownloadState } from '../state/window-state.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorText } from './error-text.tsx';
import css from './models.module.css';
import { ProgressBar } from './progress-bar.tsx';

const c = classNames(css);

export function FoundList({ models, limit }: { readonly models: ModelsView; readonly limit?: number }) {
  const { t } = useTranslation();
  if (models.found.length === 0) return <p className={c('none')}>{t('models.noneFound')}</p>;
  const usableFirst = [...models.found].sort((a, b) => Number(b.usable) - Number(a.usable));
  return (
    <ul className={c('rows')} aria-label={t('models.found')}>
      {usableFirst.slice(0, limit).map((model) => (
        <FoundRow key={model.path} model={model} isLoaded={model.path === models.loadedPath} />
      ))}
    </ul>
  );
}

function FoundRow({ model, isLoaded }: { readonly model: FoundModelView; readonly isLoaded: boolean }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const actions = useActions();
  const host = useWindow((state) => state.app?.host ?? null);
  const isLoading = host?.kind === 'loading' && model.path.endsWith(host.name);
  const facts = [
    figures.bytes(model.sizeBytes),
    model.quantization,
    model.trainedWindowTokens === null
      ? null
      : t('models.window', { tokens: figures.count(model.trainedWindowTokens) }),
    model.source,
  ].filter((fact) => fact !== null && fact !== '');
  return (
    <li className={c('row', isLoaded && 'loaded')}>
      <div className={c('rowText')}>
        <span className={c('name')}>{model.name}</span>
        <span className={c('facts')}>{facts.join(' · ')}</span>
        <span className={c('path')} title={model.path}>
          <bdi>{model.path}</bdi>
        </span>
        {model.problem === null ? null : (
          <span className={c('problem')}>
            <ErrorText error={model.problem} />
          </span>
        )}
        {isLoaded && host?.kind === 'ready' && host.fitness?.write === false ? (
          <span className={c('facts')}>{t('models.tooSmall')}</span>
        ) : null}
        {isLoading ? <ProgressBar label={t('model.loading', { name: model.name })} share={host.fraction} /> : null}
      </div>
      {isLoaded ? (
        <span className={c('done')}>
          <Check size={15} aria-hidden /> {t('models.loaded')}
        </span>
      ) : (
        <Button
          small
          kind="primary"
          disabled={!model.usable || host?.kind === 'loading'}
          onClick={() => void actions.loadModel(model.path)}
        >
          {t('models.load')}
        </Button>
      )}
    </li>
  );
}

type CatalogueItem = ModelsView['catalogue'][number];

export function CatalogueList({ models, limit }: { readonly models: ModelsView; readonly limit?: number }) {
  const { t } = useTranslation();
  if (models.catalogue.length === 0) return <p className={c('none')}>{t('models.noCatalogue')}</p>;
  return (
    <ul className={c('rows')} aria-label={t('models.catalogue')}>
      {models.catalogue.slice(0, limit).map((item) => (
        <CatalogueRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function CatalogueRow({ item }: { readonly item: CatalogueItem }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const download = useWindow((state) => state.downloads[item.id]);
  return (
    <li className={c('row')}>
      <div className={c('rowText')}>
        <span className={c('name')}>
          {item.name} <span className={c('tag', item.note)}>{t(`models.note.${item.note}`)}</span>
        </span>
        <span className={c('facts')}>
          {[
            figures.bytes(item.sizeBytes),
            item.license,
            item.source,
            t('models.memory', { size: figures.bytes(item.minMemoryBytes) }),
          ].join(' · ')}
        </span>
        {item.fitsMemory ? null : <span className={c('warning')}>{t('models.tooBig')}</span>}
        {download?.kind === 'failed' ? (
          <span role="alert" className={c('problem')}>
            <ErrorText error={download.error} />
          </span>
        ) : null}
        {download?.kind === 'running' ? <DownloadProgress item={item} download={download} /> : null}
      </div>
      <CatalogueAction item={item} download={download} />
    </li>
  );
}

function DownloadProgress({
  item,
  download,
}: {
  readonly item: CatalogueItem;
  readonly download: Extract<DownloadState, { readonly kind: 'running' }>;
}) {
  const { t } = useTranslation();
  const figures = useFigures();
  const text = t('models.progress', {
    received: figures.bytes(download.receivedBytes),
    total: figures.bytes(download.totalBytes),
  });
  return (
    <div className={c('download')}>
      <ProgressBar
        label={t('models.downloading', { name: item.name })}
        share={download.totalBytes === 0 ? null : download.receivedBytes / download.totalBytes}
        valueText={text}
      />
      <span className={c('facts')}>{text}</span>
    </div>
  );
}

function CatalogueAction({
  item,
  download,
}: {
  readonly item: CatalogueItem;
  readonly download: DownloadState | undefined;
}) {
  const { t } = useTranslation();
  const actions = useActions();
  if (download?.kind === 'running') {
    return (
      <Button small onClick={() => void actions.cancelDownload(item.id)}>
        {t('common.cancel')}
      </Button>
    );
  }
  if (download?.kind === 'finished') {
    return (
      <Button small kind="primary" onClick={() => void actions.loadModel(download.path)}>
        {t('models.load')}
      </Button>
    );
  }
  return (
    <Button
      small
      icon={<Download size={15} aria-hidden />}
      onClick={() => void actions.downloadModel(item.id, item.sizeBytes)}
    >
      {download?.kind === 'failed' ? t('models.resume') : t('models.download')}
    </Button>
  );
}
