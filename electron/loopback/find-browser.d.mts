export interface FindChromiumOptions {
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly exists?: (path: string) => boolean;
}
/** The path of a Chromium-family browser, or null. `CHROMIUM` in the environment wins. */
export function findChromium(options?: FindChromiumOptions): string | null;
