// Extensions: who has registered what, and how each is called: frozen plain data in, checked data out, a time limit, and no error of
// theirs ever ends a compaction. Loaded only from the folder a person names in the settings.

import type { z } from 'zod';
import {
  type AfterCompaction,
  type AfterHook,
  beforeAnswerSchema,
  type BeforeCompaction,
  type BeforeHook,
  type CompactionProvider,
  type ExtensionApi,
  type ExtensionsView,
  type ExtensionView,
  type ExtensionWhy,
  PROVIDER_NAME,
  providerAnswerSchema,
  type ProviderRequest,
} from '../contract/extensions.ts';
import { redactSecrets } from '../core/safeguard/redact.ts';
import { STATE_CATEGORIES, type StateCategory } from '../core/summary/state-summary.ts';
import type { WrittenLines } from '../core/summary/written-lines.ts';
import type { ExtensionFailure } from '../core/transcript/entry.ts';
import type { Ports } from './ports.ts';

export type ProviderEnd =
  | { readonly kind: 'lines'; readonly lines: WrittenLines }
  | { readonly kind: 'failed'; readonly failure: ExtensionFailure };

export interface BeforeEnd {
  readonly cancelled: { readonly extension: string; readonly reason: string } | null;
  /** The first hook that brought a state along. */
  readonly brought: { readonly extension: string; readonly lines: WrittenLines } | null;
  readonly failures: readonly ExtensionFailure[];
}

export interface Extensions {
  /** Reads the folder of the settings anew, or lets go of everything when none is named. */
  load(): Promise<void>;
  view(): ExtensionsView;
  /** Has anybody to be asked before a compaction, or a say in how it is written? */
  takesPart(): boolean;
  before(event: BeforeCompaction, signal: AbortSignal): Promise<BeforeEnd>;
  provide(
    name: string,
    request: ProviderRequest,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<ProviderEnd>;
  after(event: AfterCompaction): Promise<void>;
}

interface Loaded {
  readonly file: string;
  problem: string | null;
  readonly providers: Map<string, CompactionProvider>;
  readonly before: BeforeHook[];
  readonly after: AfterHook[];
  lastFailure: ExtensionView['lastFailure'];
}

/** A hook is asked something short; a provider has the time a step of the built-in summariser has without progress. */
const HOOK_MS = 10_000;
const RESERVED_NAMES: readonly string[] = ['built-in', 'model', 'quotes'];

interface Registry {
  readonly ports: Pick<Ports, 'settings' | 'extensions' | 'log'>;
  readonly hookMs: number;
  folder: string | null;
  problem: string | null;
  loaded: readonly Loaded[];
}

export function createExtensions(ports: Registry['ports'], limits: { readonly hookMs?: number } = {}): Extensions {
  const registry: Registry = { ports, hookMs: limits.hookMs ?? HOOK_MS, folder: null, problem: null, loaded: [] };
  return {
    load: () => load(registry),
    view: () => ({ folder: registry.folder, problem: registry.problem, extensions: registry.loaded.map(viewOf) }),
    takesPart: () =>
      ports.settings.read().settings.compaction.provider !== undefined ||
      registry.loaded.some(({ before }) => before.length > 0),
    before: (event, signal) => runBefore(registry, event, signal),
    provide: (name, request, options) => provide(registry, name, { request, ...options }),
    after: (event) => runAfter(registry, event),
  };
}

async function load(registry: Registry): Promise<void> {
  const { ports } = registry;
  registry.folder = ports.settings.read().settings.extensions.folder ?? null;
  registry.problem = null;
  registry.loaded = [];
  if (registry.folder === null || !ports.extensions) return;
  const found = await ports.extensions.read(registry.folder);
  if (!found.ok) {
    registry.problem = String(found.error.detail?.['reason'] ?? found.error.code);
    return ports.log('warn', 'extensions_not_read', { code: found.error.code });
  }
  const taken = new Set(RESERVED_NAMES);
  registry.loaded = found.value.map(({ file, register, problem: unreadable }) =>
    registerOne(file, { register, unreadable, taken }),
  );
  ports.log('info', 'extensions_loaded', { count: registry.loaded.filter((one) => one.problem === null).length });
}

function fail({ ports }: Registry, of: Loaded | null, failure: ExtensionFailure): ExtensionFailure {
  if (of) of.lastFailure = { at: failure.at, why: failure.why };
  ports.log('warn', 'extension_failed', { at: failure.at, why: failure.why });
  return failure;
}

/** In the order of the files; the first that cancels ends it, the first that brings a state is taken. */
async function runBefore(registry: Registry, event: BeforeCompaction, signal: AbortSignal): Promise<BeforeEnd> {
  const failures: ExtensionFailure[] = [];
  let brought: BeforeEnd['brought'] = null;
  const hooks = registry.loaded.flatMap((one) => one.before.map((hook) => ({ one, hook })));
  for (const { one, hook } of hooks) {
    const options = { signal, timeoutMs: registry.hookMs, schema: beforeAnswerSchema };
    const end = await call((frozen, stop) => hook(frozen, stop), event, options);
    if (signal.aborted) break;
    const extension = one.file;
    if (end.kind === 'failed') failures.push(fail(registry, one, { name: extension, at: 'before', why: end.why }));
    else if (end.value && 'cancel' in end.value)
      return { cancelled: { extension, reason: redactSecrets(end.value.cancel).text }, brought: null, failures };
    else if (end.value) brought ??= { extension, lines: whole(end.value.summary) };
  }
  return { cancelled: null, brought, failures };
}

async function provide(
  registry: Registry,
  name: string,
  given: { readonly request: ProviderRequest; readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ProviderEnd> {
  const { request, signal, timeoutMs } = given;
  const owner = registry.loaded.find(({ providers }) => providers.has(name)) ?? null;
  const provider = owner?.providers.get(name);
  const failed = (why: ExtensionWhy): ProviderEnd => ({
    kind: 'failed',
    failure: fail(registry, owner, { name, at: 'provider', why }),
  });
  if (!provider) return failed('not_registered');
  const options = { signal, timeoutMs, schema: providerAnswerSchema };
  const end = await call((frozen, stop) => provider.compact(frozen, stop), request, options);
  if (end.kind === 'failed') return failed(end.why);
  const lines = end.value ? whole(end.value.summary) : null;
  return lines === null || isEmpty(lines) ? failed('empty') : { kind: 'lines', lines };
}

async function runAfter(registry: Registry, event: AfterCompaction): Promise<void> {
  const { signal } = new AbortController();
  for (const one of registry.loaded)
    for (const hook of one.after) {
      const options = { signal, timeoutMs: registry.hookMs, schema: null };
      const end = await call((frozen, stop) => hook(frozen, stop), event, options);
      if (end.kind === 'failed') fail(registry, one, { name: one.file, at: 'after', why: end.why });
    }
}

const viewOf = ({ file, problem, providers, before, after, lastFailure }: Loaded): ExtensionView => ({
  file,
  providers: [...providers.keys()],
  hooks: { before: before.length, after: after.length },
  problem,
  lastFailure,
});

/** Calls the extension's default export once. What it registered before it failed does not count. */
function registerOne(
  file: string,
  given: { readonly register: unknown; readonly unreadable: string | null; readonly taken: Set<string> },
): Loaded {
  const fresh = (): Loaded => ({ file, problem: null, providers: new Map(), before: [], after: [], lastFailure: null });
  const one = fresh();
  if (given.unreadable !== null) return { ...one, problem: given.unreadable };
  if (typeof given.register !== 'function') return { ...one, problem: 'its default export is no function' };
  const api: ExtensionApi = {
    registerCompactionProvider(name, provider) {
      if (typeof name !== 'string' || !PROVIDER_NAME.test(name) || given.taken.has(name))
        throw new Error(`the provider name ${JSON.stringify(name)} cannot be used`);
      if (typeof (provider as { compact?: unknown } | null)?.compact !== 'function')
        throw new Error(`the provider ${name} has no compact function`);
      one.providers.set(name, provider);
    },
    beforeCompaction: (hook) => void one.before.push(asFunction(hook)),
    afterCompaction: (hook) => void one.after.push(asFunction(hook)),
  };
  try {
    (given.register as (api: ExtensionApi) => unknown)(Object.freeze(api));
  } catch (error) {
    return { ...fresh(), problem: error instanceof Error ? error.message.slice(0, 300).toWellFormed() : 'it threw' };
  }
  for (const name of one.providers.keys()) given.taken.add(name);
  return one;
}

function asFunction<Hook>(hook: Hook): Hook {
  if (typeof hook !== 'function') throw new Error('a hook has to be a function');
  return hook;
}

interface CallOptions<Schema> {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly schema: Schema;
}

type CallEnd<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'failed'; readonly why: ExtensionWhy };

/** Waits no longer than the limit or the cancel; what comes later is not looked at. */
async function call<Input, Schema extends z.ZodType | null>(
  work: (frozen: Input, signal: AbortSignal) => unknown,
  input: Input,
  { signal, timeoutMs, schema }: CallOptions<Schema>,
): Promise<CallEnd<Schema extends z.ZodType ? z.output<Schema> : null>> {
  type Output = Schema extends z.ZodType ? z.output<Schema> : null;
  const stop = new AbortController();
  const over = Promise.withResolvers<'over'>();
  const end = (): void => {
    stop.abort();
    over.resolve('over');
  };
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const answer = await Promise.race([
      Promise.resolve(work(freeze(structuredClone(input)), stop.signal)),
      over.promise,
    ]);
    if (answer === 'over' && stop.signal.aborted) return { kind: 'failed', why: 'timeout' };
    if (schema === null) return { kind: 'value', value: null as Output };
    const parsed = schema.safeParse(structuredClone(answer));
    return parsed.success ? { kind: 'value', value: parsed.data as Output } : { kind: 'failed', why: 'invalid' };
  } catch {
    // Whatever an extension throws is its own failure: it is counted and shown, and the built-in way goes on.
    return { kind: 'failed', why: 'failed' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    stop.abort();
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freeze(member);
    Object.freeze(value);
  }
  return value;
}

const whole = (summary: { readonly [Category in StateCategory]?: readonly string[] | undefined }): WrittenLines =>
  Object.fromEntries(
    STATE_CATEGORIES.map((category) => [category, summary[category] ?? []]),
  ) as unknown as WrittenLines;

const isEmpty = (lines: WrittenLines): boolean => STATE_CATEGORIES.every((category) => lines[category].length === 0);
