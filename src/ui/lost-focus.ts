/** What had the focus last, until a finger is put somewhere else. */
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

/** Moves the focus here when what had it is gone or out of sight. */
export function focusIfLost(place: HTMLElement | null): void {
  const isLost = last !== null && last.getClientRects().length === 0;
  if (isLost) place?.focus();
}
