export interface LaunchOptions {
  readonly home: string | null;
  readonly model: string | null;
  readonly shell: 'electron' | 'browser' | null;
  /** 0 = any free port. */
  readonly port: number;
  readonly open: boolean;
  readonly yes: boolean;
  /** Save what a damaged data folder still gives, and end. */
  readonly salvage: boolean;
  readonly help: boolean;
}
export const USAGE: string;
/** Exactly one of the two is set. `problem` is worded for the person who typed the flags. */
export function parseLaunchOptions(
  args: readonly string[],
):
  | { readonly options: LaunchOptions; readonly problem?: undefined }
  | { readonly problem: string; readonly options?: undefined };
