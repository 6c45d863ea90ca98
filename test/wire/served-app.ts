// A small app for tests of what carries commands and events: it answers from a table and publishes what a test tells it to.
import type { AppEvent } from '../../electron/contract/events.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import type { ServedApp } from '../../electron/wire/serve-connection.ts';

export interface TestApp extends ServedApp {
  publish(event: AppEvent): void;
  listeners(): number;
  readonly asked: { readonly name: unknown; readonly params: unknown }[];
}

export function createTestApp(answers: Readonly<Record<string, (params: unknown) => unknown>> = {}): TestApp {
  const listeners = new Set<(event: AppEvent) => void>();
  const asked: { name: unknown; params: unknown }[] = [];
  return {
    asked,
    listeners: () => listeners.size,
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    async invoke(name, params) {
      asked.push({ name, params });
      const answer = answers[String(name)];
      return answer === undefined ? err(appError('invalid_request')) : ok(await answer(params));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
