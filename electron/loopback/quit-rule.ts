// Decides when the browser shell ends by itself: when its last window is closed. A reload, or a tab its browser put to sleep, is
// not a closed window, so the rule waits a little before it believes it.

/** A reload takes a second; a sleeping tab wakes and connects again. */
const ALL_GONE_MS = 30_000;
/** The browser itself has ended: only a hand-over to one that ran already can still bring a window. */
const BROWSER_GONE_MS = 2_000;
const NEVER_SEEN_MS = 15_000;

export interface QuitRule {
  windowCount(open: number): void;
  browserExited(): void;
  /** From now on nothing ends the process but a signal. */
  disarm(): void;
}

export function createQuitRule(onQuit: (seenAnyWindow: boolean) => void): QuitRule {
  let open = 0;
  let seen = false;
  let browserGone = false;
  let armed = true;
  let timer: NodeJS.Timeout | undefined;

  const reconsider = (): void => {
    clearTimeout(timer);
    if (!armed || open > 0 || !(seen || browserGone)) return;
    const wait = !seen ? NEVER_SEEN_MS : browserGone ? BROWSER_GONE_MS : ALL_GONE_MS;
    timer = setTimeout(() => onQuit(seen), wait);
  };
  return {
    windowCount(count) {
      open = count;
      seen ||= count > 0;
      reconsider();
    },
    browserExited() {
      browserGone = true;
      reconsider();
    },
    disarm() {
      armed = false;
      clearTimeout(timer);
    },
  };
}
