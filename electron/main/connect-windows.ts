// Gives each window its connection to the app: one MessagePort, asked for by the preload and checked for who asks.
import type { IpcMain, IpcMainEvent } from 'electron';
import { type ServedApp, serveConnection } from '../wire/serve-connection.ts';
import { CONNECT_CHANNEL } from '../wire/frames.ts';
import { isOwnFrame } from './trust.ts';

export function connectWindows(ipcMain: Pick<IpcMain, 'on'>, app: ServedApp, onBug: (error: unknown) => void): void {
  ipcMain.on(CONNECT_CHANNEL, (event) => connectWindow(event, app, onBug));
}

function connectWindow({ ports, senderFrame }: IpcMainEvent, app: ServedApp, onBug: (error: unknown) => void): void {
  const [port] = ports;
  if (port === undefined) return;
  if (!isOwnFrame(senderFrame)) return port.close();
  const connection = serveConnection(app, (frame) => port.postMessage(frame), onBug);
  port.on('message', ({ data }) => {
    if (connection.receive(data)) return;
    connection.close();
    port.close();
  });
  // A page that is reloaded or closed closes its port.
  port.on('close', () => connection.close());
  port.start();
}
