// Draws the whole window over an app that answers from memory, and finds things in it the way a person with a screen reader does.

import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { AppWindow } from '../../../renderer/components/app-window.tsx';
import { preloadDialogs } from '../../../renderer/components/window-dialogs.tsx';
import { startLanguage } from '../../../renderer/locales/start-language.ts';
import { type Actions, createActions } from '../../../renderer/state/actions.ts';
import { connect } from '../../../renderer/state/connect.ts';
import { createEventFeed } from '../../../renderer/state/event-feed.ts';
import { WindowContext } from '../../../renderer/state/store.ts';
import { createWindowStore, type WindowStore } from '../../../renderer/state/window-store.ts';
import type { FakeApi } from './fake-api.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** React is told to wait for what `run` causes; what timers cause later is nobody's mistake. */
async function acting(run: () => Promise<void>): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  await act(run);
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
}

export interface RenderedWindow {
  readonly api: FakeApi;
  readonly store: WindowStore;
  readonly actions: Actions;
  readonly close: () => Promise<void>;
}

export async function renderWindow(api: FakeApi): Promise<RenderedWindow> {
  await preloadDialogs();
  window.history.replaceState(null, '', '#/');
  startLanguage('en');
  const container = document.body.appendChild(document.createElement('div'));
  const store = createWindowStore();
  const feed = createEventFeed(api);
  const actions = createActions(feed.api, store);
  const disconnect = connect(feed, store, actions);
  const root: Root = createRoot(container);
  await acting(async () => {
    root.render(
      <WindowContext value={{ store, actions }}>
        <AppWindow />
      </WindowContext>,
    );
    await settled();
  });
  return {
    api,
    store,
    actions,
    close: async () => {
      await acting(async () => root.unmount());
      disconnect();
      container.remove();
      document.body.replaceChildren();
    },
  };
}

/** Lets promises, frames and short timers run. */
export const settled = (ms = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const wait = (ms = 30): Promise<void> =>
  acting(async () => {
    await settled(ms);
  });

const SELECTORS: Readonly<Record<string, string>> = {
  button: 'button, [role="button"]',
  textbox: 'textarea, input:not([type]), input[type="text"], [role="textbox"]',
  searchbox: 'input[type="search"]',
  combobox: 'select, [role="combobox"]',
  radio: 'input[type="radio"]',
  link: 'a[href]',
  article: 'article',
  region: 'section[aria-label], [role="region"]',
  navigation: 'nav',
  complementary: 'aside',
  list: 'ul, ol',
  status: '[role="status"]',
  alert: '[role="alert"]',
};

export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy !== null) return document.getElementById(labelledBy)?.textContent ?? '';
  const own = element.id === '' ? null : document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
  return (own ?? element).textContent.trim();
}

export function allByRole(role: string, name?: string | RegExp, within: ParentNode = document): readonly HTMLElement[] {
  const found = within.querySelectorAll<HTMLElement>(SELECTORS[role] ?? `[role="${role}"]`);
  return [...found].filter((element) => {
    if (element.closest('[hidden]') !== null || name === undefined) return element.closest('[hidden]') === null;
    const actual = nameOf(element);
    return typeof name === 'string' ? actual === name : name.test(actual);
  });
}

export function byRole(role: string, name?: string | RegExp, within: ParentNode = document): HTMLElement {
  const found = allByRole(role, name, within);
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`${found.length} elements with role ${role} and name ${String(name)}`);
  }
  return first;
}

export async function click(element: HTMLElement): Promise<void> {
  await acting(async () => {
    element.click();
    await settled();
  });
}

/** Types as React sees it: the value changes and an input event follows. */
export async function type(element: HTMLElement, text: string): Promise<void> {
  await acting(async () => {
    const prototype =
      element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    await settled();
  });
}

export async function press(element: HTMLElement, key: string, init: KeyboardEventInit = {}): Promise<void> {
  await acting(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
    await settled();
  });
}

export async function send(api: FakeApi, ...events: Parameters<FakeApi['send']>[0][]): Promise<void> {
  await acting(async () => {
    for (const event of events) api.send(event);
    await settled(60);
  });
}

/** Chooses in a list of options. */
export async function choose(element: HTMLElement, value: string): Promise<void> {
  await acting(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
  });
}
