import { flushSync } from 'react-dom';

/**
 * Submits, and focuses the first field that was found wrong, if any: a screen reader then reads
 * its error.
 */
export function submitAndFocus(form: HTMLFormElement, submit: () => void): void {
  flushSync(submit);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
