// The end-to-end tests need a Chromium. On a machine of its own (a container, as root) it is installed from the system's packages;
// anywhere else Playwright's own build is fetched into the user's cache.
import { existsSync } from 'node:fs';
import { findChromium } from '../../electron/loopback/find-browser.mjs';
import { Problem, PROJECT_NODE, TOOLS } from './project.mjs';
import { runCommand } from './run-command.mjs';

export async function ensureTestBrowser(say) {
  if (findChromium() !== null) return;
  say('Installing Chromium for the end-to-end tests …');
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-q'], { quiet: true, env });
    // Without a font for it, Chinese text has no glyphs and no sizes.
    const wanted = ['chromium', 'fonts-noto-cjk'];
    await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], { quiet: true, env });
    if (findChromium() !== null) return;
  }
  const { code, output } = await runCommand(PROJECT_NODE, [TOOLS.playwright, 'install', 'chromium'], { quiet: true });
  if (code !== 0) {
    throw new Problem(
      `Chromium could not be installed.\n${output.trim().split('\n').slice(-10).join('\n')}`,
      'Install Chromium or Chrome by hand (or name one in the environment variable CHROMIUM), then run this again.',
    );
  }
}
