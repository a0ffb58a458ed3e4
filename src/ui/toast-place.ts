/** The place where toasts are shown. */
export interface ToastPlace {
  /** null: above the screens */
  readonly element: HTMLElement | null;
  /** rises at each change of the place: toasts of an earlier place are not read out again */
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

/** Moves an element to the top layer; a browser without popovers leaves it in place. */
export function raise(element: HTMLElement): void {
  element.hidePopover?.();
  element.showPopover?.();
}

/**
 * Shows toasts in this element of a modal dialog, while the dialog is the uppermost: toasts behind it would be
 * neither seen nor read out. Returns an unsubscribe function.
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
