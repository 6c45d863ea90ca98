// One stage as a process of its own: prints its address, lives until it is told to end.
import path from 'node:path';
import { openStage, STAGES, type StageName } from './stage.ts';

const [name, folder, language, theme] = process.argv.slice(2);
const isStage = (given: string | undefined): given is StageName => STAGES.some((stage) => stage === given);
if (!isStage(name) || folder === undefined) throw new Error('usage: stage-main.ts STAGE FOLDER en|zh-CN light|dark');

const server = await openStage({
  name,
  folder,
  language: language === 'zh-CN' ? 'zh-CN' : 'en',
  theme: theme === 'dark' ? 'dark' : 'light',
  rendererFolder: path.resolve(import.meta.dirname, '../../out/renderer'),
});
process.stdout.write(`${server.createLaunchUrl({ lasting: true })}\n`);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
