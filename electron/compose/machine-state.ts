// What the machine says of itself before work begins that nobody waits for: is it on battery, and do others need its processors?
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcessorTimes } from '../../native/llama/processor-times.ts';
import type { MachineState } from '../app/ahead-of-turns.ts';

const SUPPLIES = '/sys/class/power_supply';
/** Long enough for the system's clock ticks (10 ms). */
const SAMPLE_MS = 300;

export async function readMachineState(): Promise<MachineState> {
  return { onBattery: readOnBattery(SUPPLIES), busyShare: await measureBusyShare() };
}

/** True where a mains supply is known and none delivers; null where the system does not tell (no Linux, no supply listed). */
export function readOnBattery(folder: string): boolean | null {
  try {
    const mains = readdirSync(folder).filter((name) => readLine(folder, name, 'type') === 'Mains');
    if (mains.length === 0) return null;
    return mains.every((name) => readLine(folder, name, 'online') === '0');
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

const readLine = (folder: string, name: string, what: string): string =>
  readFileSync(path.join(folder, name, what), 'utf8').trim();

async function measureBusyShare(): Promise<number | null> {
  const before = readProcessorTimes();
  await wait(SAMPLE_MS);
  const after = readProcessorTimes();
  const totalMs = after.totalMs - before.totalMs;
  return totalMs <= 0 ? null : (after.busyMs - before.busyMs) / totalMs;
}
