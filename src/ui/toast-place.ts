/** Where toasts are shown now. */
export interface ToastPlace {
  /** null: above the screens */
  readonly element: HTMLElement | null;
  /** rises whenever the place changes: what was said at an earlier one is not said again */
  readonly serial: number;
}

const open: HTMLElement[] = [];
const listeners = new Set<() => void>();
let place: ToastPlace = { element: null, serial: 0 };

function change(): void {
  place = { element: open.at(-1) ?? null, serial: place.serial + 1 };
  for (const listener of [...listeners]) listener();
}

export const toastPlace = (): ToastPlace => place;

export function watchToastPlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts an element above all that is open; a browser that cannot leaves it where it stands. */
export function raise(element: HTMLElement): void {
  element.hidePopover?.();
  element.showPopover?.();
}

/**
 * While a modal dialog is open everything beside it is out of reach, for the eye and for screen
 * readers: toasts go into the uppermost one. Returns an unsubscribe function.
 */
export function openToastPlace(element: HTMLElement): () => void {
  raise(element);
  open.push(element);
  change();
  return () => {
    open.splice(open.indexOf(element), 1);
    change();
  };
}
