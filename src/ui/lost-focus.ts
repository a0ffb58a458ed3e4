/** The last focused element; null after a pointer press, which may move the focus. */
let last: Element | null = null;

/** Called once, at the start. */
export function watchFocus(): void {
  addEventListener('pointerdown', () => {
    last = null;
  });
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
  });
}

/** Moves the focus to `place` when the focused element was removed or hidden. */
export function focusIfLost(place: HTMLElement | null): void {
  const isLost = last !== null && last.getClientRects().length === 0;
  if (isLost) place?.focus();
}
