import { describe, expect, it, vi } from 'vitest';
import { createEnding } from '../../electron/loopback/ending.ts';

describe('the ending of the process', () => {
  it('runs its steps newest first, once, and exits with the first code asked for', async () => {
    const order: string[] = [];
    const exit = vi.fn();
    const ending = createEnding(exit);
    ending.add(() => order.push('store'));
    ending.add(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('server');
    });
    await Promise.all([ending.end(3), ending.end(0)]);
    expect(order).toEqual(['server', 'store']);
    expect(exit.mock.calls).toEqual([[3]]);
  });

  it('goes on after a step that fails, and ends with a failure', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const exit = vi.fn();
    const later = vi.fn();
    const ending = createEnding(exit);
    ending.add(later);
    ending.add(() => Promise.reject(new Error('stuck')));
    await ending.end(0);
    expect(later).toHaveBeenCalledOnce();
    expect(exit).toHaveBeenCalledWith(1);
    expect(String(write.mock.calls[0]?.[0])).toContain('stuck');
    write.mockRestore();
  });

  it('does not wait for ever', async () => {
    const exit = vi.fn();
    const ending = createEnding(exit, { limitMs: 10 });
    ending.add(() => new Promise(() => undefined));
    void ending.end(0);
    await expect.poll(() => exit.mock.calls).toEqual([[1]]);
  });
});
