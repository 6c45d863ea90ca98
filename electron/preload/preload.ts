// Runs sandboxed beside the page and gives it `window.holdfast`: three names, no more. The port to the app stays in this world.
import { contextBridge, ipcRenderer } from 'electron';
import { type Channel, type ChannelEvents, connectApi } from '../wire/connect-api.ts';
import { type AppFrame, CONNECT_CHANNEL } from '../wire/frames.ts';

async function openPort({ onFrame, onLost }: ChannelEvents): Promise<Channel> {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (message: MessageEvent<AppFrame>) => onFrame(message.data);
  port1.addEventListener('close', onLost);
  ipcRenderer.postMessage(CONNECT_CHANNEL, null, [port2]);
  return { send: (frame) => port1.postMessage(frame) };
}

contextBridge.exposeInMainWorld('holdfast', connectApi('electron', openPort));
