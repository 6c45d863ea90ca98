// The line being read, as something that can be found again: an entry and how far its top is from the top of the view.

export interface ScrollAnchor {
  readonly id: string;
  /** In CSS pixels. */
  readonly top: number;
}

export const findEntryElement = (scroller: HTMLElement, id: string): HTMLElement | null =>
  scroller.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);

/** Distance of an element's top from the top of the view. */
export const topIn = (scroller: HTMLElement, element: HTMLElement): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

/** The first entry that reaches into the view. */
export function findAnchor(scroller: HTMLElement): ScrollAnchor | null {
  const top = scroller.getBoundingClientRect().top;
  const elements = scroller.querySelectorAll<HTMLElement>('[data-entry]');
  let low = 0;
  let high = elements.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle] as HTMLElement).getBoundingClientRect().bottom > top) high = middle;
    else low = middle + 1;
  }
  const found = elements[low];
  return found === undefined ? null : { id: found.dataset['entry'] ?? '', top: topIn(scroller, found) };
}

export function restoreAnchor(scroller: HTMLElement, anchor: ScrollAnchor | null): void {
  const element = anchor === null ? null : findEntryElement(scroller, anchor.id);
  if (anchor === null || element === null) return;
  const shift = topIn(scroller, element) - anchor.top;
  if (Math.abs(shift) >= 1) scroller.scrollTop += shift;
}
