import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMachineState, readOnBattery } from '../../electron/compose/machine-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-supply-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function supply(name: string, type: string, online: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'type'), `${type}\n`);
  writeFileSync(join(folder, name, 'online'), `${online}\n`);
}

test('a machine whose mains deliver nothing runs on battery', () => {
  supply('AC', 'Mains', '0');
  supply('BAT0', 'Battery', '1');
  expect(readOnBattery(folder)).toBe(true);
});
test('one mains supply that delivers is enough', () => {
  supply('AC', 'Mains', '0');
  supply('AC2', 'Mains', '1');
  expect(readOnBattery(folder)).toBe(false);
});
test('where nothing is listed, nothing is known', () => {
  expect(readOnBattery(folder)).toBeNull();
  expect(readOnBattery(join(folder, 'missing'))).toBeNull();
});
test('the share of busy processors is a share', async () => {
  const { busyShare } = await readMachineState();
  expect(busyShare).toBeGreaterThanOrEqual(0);
  expect(busyShare).toBeLessThanOrEqual(1);
});
