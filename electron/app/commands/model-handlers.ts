// Commands about model files: what is there, what can be had, which one is in use.

import { appError } from '../../core/errors.ts';
import { err, ok } from '../../core/result.ts';
import { inBackground } from '../in-background.ts';
import { done, type HandlerDeps, type HandlerGroup } from './handler.ts';

export function modelHandlers(deps: HandlerDeps): HandlerGroup<`models.${string}`> {
  const { ports, models, info } = deps;
  return {
    'models.list': async () => {
      const found = await ports.models.find();
      return ok({
        found,
        catalogue: ports.models
          .catalogue()
          .map((model) => ({ ...model, fitsMemory: model.minMemoryBytes <= info.totalMemoryBytes })),
        memoryBytes: info.totalMemoryBytes,
        loadedPath: ports.host.loaded()?.path ?? null,
      });
    },
    'models.load': async ({ path }) => {
      const loaded = await models.load(path);
      return loaded.ok ? done : loaded;
    },
    'models.add': async ({ path }) => {
      const found = await models.inspect(path);
      return found.problem && !found.usable ? err(found.problem) : ok(found);
    },
    'models.download': ({ id }) => {
      if (!ports.models.catalogue().some((model) => model.id === id)) return err(appError('not_found'));
      inBackground(deps.ports, models.download(id));
      return done;
    },
    'models.cancelDownload': ({ id }) => {
      models.cancelDownload(id);
      return done;
    },
  };
}
