/** What had the focus last, until a finger is put somewhere else. */
let last: Element | null = null;

/** Called once, before anybody goes anywhere. */
export function followFocus(): void {
  addEventListener('pointerdown', () => {
    last = null;
  });
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
  });
}

/** Whoever came by something that is gone or out of sight now goes on from here. */
export function takeLostFocus(place: HTMLElement | null): void {
  const isLost = last !== null && !(last.isConnected && last.checkVisibility());
  if (isLost) place?.focus();
}
