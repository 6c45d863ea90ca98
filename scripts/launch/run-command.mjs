// Runs a command to its end.
import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, timeoutMs?: number, onOutput?: (text: string) => void }} [options]
 *   quiet: keep the output instead of showing it
 * @returns {Promise<{ code: number, output: string }>} code 127 when the command is not there, 124 when it took too long
 */
export function runCommand(command, args, { quiet = false, env = process.env, timeoutMs = 0, onOutput } = {}) {
  return new Promise((resolve) => {
    const watched = quiet || onOutput !== undefined;
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', watched ? 'pipe' : 'inherit', watched ? 'pipe' : 'inherit'],
      // npm is a command file on Windows.
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
    });
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text) => {
        parts.push(text);
        onOutput?.(text);
      });
    }
    let late = false;
    const limit =
      timeoutMs > 0 &&
      setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, timeoutMs);
    const end = (code) => {
      clearTimeout(limit);
      resolve({ code, output: parts.join('') });
    };
    child.once('error', (error) => {
      parts.push(`${error.message}\n`);
      end(127);
    });
    child.once('close', (code) => end(late ? 124 : (code ?? 1)));
  });
}
