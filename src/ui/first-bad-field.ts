import { type RefObject, useEffect, useRef } from 'react';
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

/**
 * Focuses the first field that was found wrong each time that something is found.
 * @param found what says that something was found; as many each time
 * @returns for the form
 */
export function useFirstBadField(...found: readonly unknown[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    focusFirstBad(form.current);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something is found
  }, found);
  return form;
}
