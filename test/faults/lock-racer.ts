// Tries to take a data folder, says how it went, and keeps it until its input ends.
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';

const lock = lockDataFolder(process.argv[2] ?? '');
process.stdout.write(lock.ok ? 'got it\n' : `${lock.error.code}\n`);
process.stdin.resume().on('end', () => {
  if (lock.ok) lock.value.release();
});
