import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuitRule, type QuitRule } from '../../electron/loopback/quit-rule.ts';

let quits: boolean[];
let rule: QuitRule;
beforeEach(() => {
  vi.useFakeTimers();
  quits = [];
  rule = createQuitRule((seen) => quits.push(seen));
});
afterEach(() => vi.useRealTimers());

describe('the browser shell', () => {
  it('waits for its first window without end', () => {
    vi.advanceTimersByTime(3_600_000);
    expect(quits).toEqual([]);
  });

  it('ends two seconds after the browser of its last window ended', () => {
    rule.windowCount(1);
    rule.windowCount(0);
    rule.browserExited();
    vi.advanceTimersByTime(1_900);
    expect(quits).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(quits).toEqual([true]);
  });

  it('survives a reload', () => {
    rule.windowCount(1);
    rule.windowCount(0);
    vi.advanceTimersByTime(3_000);
    rule.windowCount(1);
    vi.advanceTimersByTime(3_600_000);
    expect(quits).toEqual([]);
  });

  it('ends half a minute after the last window of a browser that goes on', () => {
    rule.windowCount(2);
    rule.windowCount(1);
    rule.windowCount(0);
    vi.advanceTimersByTime(29_000);
    expect(quits).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(quits).toEqual([true]);
  });

  it('says so when the browser ended before any window came', () => {
    rule.browserExited();
    vi.advanceTimersByTime(20_000);
    expect(quits).toEqual([false]);
  });

  it('goes on when the browser handed the window to one that ran already', () => {
    rule.browserExited();
    vi.advanceTimersByTime(3_000);
    rule.windowCount(1);
    vi.advanceTimersByTime(3_600_000);
    expect(quits).toEqual([]);
  });

  it('never ends by itself once disarmed', () => {
    rule.windowCount(1);
    rule.disarm();
    rule.windowCount(0);
    vi.advanceTimersByTime(3_600_000);
    expect(quits).toEqual([]);
  });
});
