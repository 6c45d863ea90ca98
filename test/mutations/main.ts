// `npm run mutations -- [--only NAME]`: a table of rules broken on purpose and whether the named test noticed. Exits 1 when one did not.
import { parseArgs } from 'node:util';
import { openWorkshop } from './mutate.ts';
import { MUTATIONS } from './mutations.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = MUTATIONS.filter(({ name }) => values.only === undefined || name.includes(values.only));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const workshop = openWorkshop();
try {
  const failing = workshop.failingTests(chosen);
  for (const name of failing) say(`fails without any breakage: ${name}`);
  let missed = 0;
  for (const mutation of chosen) {
    const verdict = workshop.verdictOn(mutation);
    if (verdict !== 'caught') missed += 1;
    say(`${verdict.padEnd(9)} ${mutation.name.padEnd(50)} ${mutation.caughtBy.join(' › ')}`);
  }
  say(`${chosen.length - missed} of ${chosen.length} broken rules were caught.`);
  process.exitCode = missed > 0 || failing.length > 0 || chosen.length === 0 ? 1 : 0;
} finally {
  workshop.close();
}
