import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Focuses the first invalid field, so that a screen reader reads its error. */
export function focusFirstBad(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return !!field;
}

/** Submits a form, and focuses its first invalid field, if any. */
export function submitAndFocus(form: HTMLFormElement, submit: () => void): void {
  flushSync(submit);
  focusFirstBad(form);
}

/**
 * Focuses the first invalid field each time that the form or the server finds errors.
 * @param found values that change each time that errors are found; always the same number of them
 * @returns ref of the form
 */
export function useFirstBadField(...found: readonly unknown[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    focusFirstBad(form.current);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each time that errors are found
  }, found);
  return form;
}
