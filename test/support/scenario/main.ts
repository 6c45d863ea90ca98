// npm run --silent scenario -- FILE.json: one scenario in, one JSON object out. Exit 2 for a scenario that is not one.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ScenarioError } from './load-transcript.ts';
import { runScenario } from './run-scenario.ts';
import { scenarioSchema } from './schema.ts';

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const read = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
};

const file = process.argv[2];
if (file === undefined || process.argv.length > 3) refuse('usage: npm run --silent scenario -- FILE.json');
else {
  const parsed = scenarioSchema.safeParse(read(file));
  if (!parsed.success) refuse(`${file} is not a scenario:\n${z.prettifyError(parsed.error)}`);
  else {
    try {
      const output = await runScenario(parsed.data);
      process.stdout.write(`${JSON.stringify(output, null, 2)}\n`, () => process.exit(0));
    } catch (error) {
      if (error instanceof ScenarioError) refuse(`${file}: ${error.message}`);
      else throw error;
    }
  }
}
