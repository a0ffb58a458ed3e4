import { flushSync } from 'react-dom';

/** Focuses the first field that was found wrong: a screen reader then reads its error. */
export function focusFirstBad(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return !!field;
}

/** Submits, and focuses the first field that was found wrong, if any. */
export function submitAndFocus(form: HTMLFormElement, submit: () => void): void {
  flushSync(submit);
  focusFirstBad(form);
}
