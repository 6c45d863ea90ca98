// The browser shell's counterpart of the preload: earns a session, defines `window.holdfast`, then loads the window itself.
// A tab without a right to a session is shown how to open Holdfast.
import { type Channel, type ChannelEvents, connectApi } from '../wire/connect-api.ts';
import type { HoldfastApi } from '../contract/commands.ts';
import type { AppFrame } from '../wire/frames.ts';

const STORED_TOKEN = 'holdfast-session';
const PROTOCOL = 'holdfast.v1';

async function earnToken(): Promise<string | null> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  const stored = sessionStorage.getItem(STORED_TOKEN);
  if (code !== null) history.replaceState(null, '', location.pathname);
  // A reloaded tab keeps its session; a code in its address is then an old one.
  return (
    (stored === null ? null : await askForSession({ token: stored })) ??
    (code === null ? null : askForSession({ code }))
  );
}

async function askForSession(asked: { readonly code: string } | { readonly token: string }): Promise<string | null> {
  const response = await fetch('/session', { method: 'POST', body: JSON.stringify(asked) });
  if (!response.ok) return null;
  const { token } = (await response.json()) as { readonly token: string };
  sessionStorage.setItem(STORED_TOKEN, token);
  return token;
}

function openSocket(token: string, { onFrame, onLost }: ChannelEvents): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, [PROTOCOL, `token.${token}`]);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      resolve({ send: (frame) => socket.send(JSON.stringify(frame)) });
    };
    socket.onmessage = (message: MessageEvent<string>) => onFrame(JSON.parse(message.data) as AppFrame);
    socket.onclose = () => {
      if (opened) onLost();
      else reject(new Error('The app does not answer'));
    };
  });
}

type Uploaded = Awaited<ReturnType<NonNullable<HoldfastApi['upload']>>>;

async function upload(token: string, file: Blob): Promise<Uploaded> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch('/upload', { method: 'POST', headers, body: file });
    return (await response.json()) as Uploaded;
  } catch {
    return { ok: false, error: { code: 'connection_lost' } };
  }
}

async function startWindow(): Promise<void> {
  const token = await earnToken();
  const entry = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset['entry'];
  if (token === null || entry === undefined) return location.replace('/how-to-open');
  const connected = connectApi('browser', (events) => openSocket(token, events));
  const api: HoldfastApi = Object.freeze({ ...connected, upload: (file: Blob) => upload(token, file) });
  Object.defineProperty(window, 'holdfast', { value: api, enumerable: true });
  await import(/* @vite-ignore */ new URL(entry, location.href).href);
}

void startWindow();
