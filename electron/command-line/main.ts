// npm run holdfast -- COMMAND: the same app without a window, for people at a terminal and for programs. The answer goes to standard output,
// everything else to standard error.
import { runCommandLine } from './run-command-line.ts';

// Whoever reads our lines may go first (`… | head -1`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  answer: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});
