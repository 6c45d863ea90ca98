// Starts the window: language, store, connection to the app, first drawing.

import { createRoot } from 'react-dom/client';
import { AppWindow } from './components/app-window.tsx';
import { preloadDialogs } from './components/window-dialogs.tsx';
import { NoShell } from './components/start-screens.tsx';
import { readBridge } from './bridge.ts';
import { startLanguage } from './locales/start-language.ts';
import { createActions } from './state/actions.ts';
import { connect } from './state/connect.ts';
import { createEventFeed } from './state/event-feed.ts';
import { WindowContext } from './state/store.ts';
import { readUiPreference } from './state/ui-preferences.ts';
import { withUi } from './state/window-state.ts';
import { createWindowStore } from './state/window-store.ts';
import './styles/tokens.css';
import './styles/base.css';

function startWindow(container: HTMLElement): void {
  startLanguage(navigator.language);
  const api = readBridge();
  const root = createRoot(container);
  if (api === null) return root.render(<NoShell />);
  const store = createWindowStore();
  const feed = createEventFeed(api);
  const actions = createActions(feed.api, store);
  store.setState((state) =>
    withUi(state, {
      sidebarOpen: readUiPreference('sidebarOpen', true),
      inspectorOpen: readUiPreference('inspectorOpen', false),
    }),
  );
  connect(feed, store, actions);
  root.render(
    <WindowContext value={{ store, actions }}>
      <AppWindow />
    </WindowContext>,
  );
  window.requestIdleCallback(() => void preloadDialogs(), { timeout: 5000 });
}

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
startWindow(container);
