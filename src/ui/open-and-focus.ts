import { flushSync } from 'react-dom';

/**
 * Opens something in the place of the button that was pressed, and moves the focus there: with
 * the button it would be lost.
 * @param around what stays, and holds what comes
 * @param selector of what comes
 */
export function openAndFocus(around: Element | null, selector: string, open: () => void): void {
  flushSync(open);
  around?.querySelector<HTMLElement>(selector)?.focus();
}
