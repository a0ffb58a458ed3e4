import { flushSync } from 'react-dom';

/**
 * Submits, and takes the finger to the first field that was found wrong, if any: what it says
 * about itself is then read out.
 */
export function submitAndFocus(form: HTMLFormElement, submit: () => void): void {
  flushSync(submit);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
