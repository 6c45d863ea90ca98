// The flags of `npm start` and of the packaged app. Plain JavaScript: scripts/start.mjs reads them before anything is installed.
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm start -- [flags]
  --home DIR        keep everything in this folder (default: $HOLDFAST_HOME, else the app-data folder)
  --model FILE      load this GGUF file
  --shell NAME      electron | browser (default: electron where it can run)
  --no-open         open no window, print the address instead
  --port N          port of the browser shell (default: any free one)
  --yes             download the starter model when no model is found
  --salvage         bring what can be read of a damaged data folder into a new one, open no window
  --help            show this`;

const FLAGS = {
  home: { type: 'string' },
  model: { type: 'string' },
  shell: { type: 'string' },
  'no-open': { type: 'boolean' },
  port: { type: 'string' },
  yes: { type: 'boolean' },
  salvage: { type: 'boolean' },
  help: { type: 'boolean' },
};

/** Flags a Chromium-based shell takes for itself; they are none of ours. */
const FOREIGN = /^(--(inspect|remote-debugging|user-data-dir|enable-|disable-|no-sandbox|headless|js-flags|lang)|-r$)/;

/** `{ options }`, or `{ problem }` in words for the person who typed them. */
export function parseLaunchOptions(args) {
  const mine = args.filter((arg) => !FOREIGN.test(arg));
  let values;
  try {
    values = parseArgs({ args: mine, options: FLAGS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return { problem: `${error.message}\n\n${USAGE}` };
  }
  const { home, model, shell, port } = values;
  if (home === '' || model === '') return { problem: `--home and --model need a path.\n\n${USAGE}` };
  if (shell !== undefined && shell !== 'electron' && shell !== 'browser')
    return { problem: `--shell is electron or browser, not "${shell}".` };
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65535))
    return { problem: `--port is a number from 0 to 65535, not "${port}".` };
  return {
    options: {
      home: home ?? null,
      model: model ?? null,
      shell: shell ?? null,
      port: port === undefined ? 0 : Number(port),
      open: values['no-open'] !== true,
      yes: values.yes === true,
      salvage: values.salvage === true,
      help: values.help === true,
    },
  };
}
