import { flushSync } from 'react-dom';

/**
 * Opens an element in place of the pressed button, and focuses it: the focus would be lost with the button.
 * @param around container that stays
 * @param selector of the opened element
 */
export function openAndFocus(around: Element | null, selector: string, open: () => void): void {
  flushSync(open);
  around?.querySelector<HTMLElement>(selector)?.focus();
}
