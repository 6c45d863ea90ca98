import { describe, expect, it } from 'vitest';
import { describeStartFailure } from '../../electron/compose/start-failure.ts';
import type { AppError } from '../../electron/core/errors.ts';

const inUse: AppError = { code: 'data_folder_in_use', detail: { pid: 42, folder: '/data' } };

describe('a start that fails', () => {
  it('says who uses the folder, and what to do', () => {
    expect(describeStartFailure(inUse, 'en-US')).toMatch(
      /running already \(process 42\) and uses \/data[\s\S]*--home DIR/,
    );
  });
  it('speaks Chinese where the system does', () => {
    expect(describeStartFailure(inUse, 'zh-Hans-CN')).toMatch(/已在运行（进程 42）[\s\S]*--home/);
  });
  it('has words for every other code too', () => {
    const words = describeStartFailure({ code: 'store_error' }, 'en');
    expect(words).toContain('store_error');
    expect(words).toContain('Nothing was changed');
  });
});
