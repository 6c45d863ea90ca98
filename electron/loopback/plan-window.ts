// Decides how the browser shell shows its window: a Chromium-family browser as an app window, else the default browser, else the
// address alone. Never disables a browser's sandbox.

interface BrowserPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** Is the browser given the launch file, which then has to be written, or the address itself? */
  readonly opens: 'file' | 'address';
}

export type WindowPlan =
  | ({ readonly kind: 'app-window' } & BrowserPlan)
  | ({ readonly kind: 'default-browser' } & BrowserPlan)
  | { readonly kind: 'address'; readonly why: 'asked' | 'no_display' | 'root' };

export interface WindowSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** A Chromium-family browser, or null. */
  readonly browser: string | null;
}

export interface WindowWish {
  readonly url: string;
  /** The launch file's own `file:` address; it leads to `url` without showing it on a command line. */
  readonly fileUrl: string;
  readonly profileFolder: string;
  readonly open: boolean;
}

/** No traffic of the browser's own beside the window: Holdfast promises that nothing leaves the machine unasked. */
const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-features=Translate,OptimizationHints,MediaRouter,InterestFeedContentSuggestions',
];

export function hasDisplay({ platform, env }: Pick<WindowSurroundings, 'platform' | 'env'>): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
}

export function planWindow({ url, fileUrl, profileFolder, open }: WindowWish, around: WindowSurroundings): WindowPlan {
  if (!open) return { kind: 'address', why: 'asked' };
  if (!hasDisplay(around)) return { kind: 'address', why: 'no_display' };
  // Chromium refuses root while its sandbox is on, and its sandbox stays on.
  if (around.platform === 'linux' && around.isRoot) return { kind: 'address', why: 'root' };
  if (around.browser !== null) {
    // A snap sees neither hidden folders nor the real /tmp: it gets the address, whose code is good once and for half a minute.
    const opens = around.browser.includes('/snap/') ? 'address' : 'file';
    return {
      kind: 'app-window',
      command: around.browser,
      opens,
      args: [
        `--app=${opens === 'file' ? fileUrl : url}`,
        `--user-data-dir=${profileFolder}`,
        '--window-size=1180,800',
        ...QUIET,
      ],
    };
  }
  return { kind: 'default-browser', opens: 'file', ...openWithPlatform(around.platform, fileUrl) };
}

function openWithPlatform(platform: NodeJS.Platform, url: string): { command: string; args: readonly string[] } {
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
  return { command: platform === 'darwin' ? 'open' : 'xdg-open', args: [url] };
}
