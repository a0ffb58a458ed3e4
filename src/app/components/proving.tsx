import { useSelector } from '@xstate/react';
import { type RefObject, useEffect } from 'react';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useChild } from '../system/use-child.ts';
import { asSheet } from './actor-sheet.tsx';

const ProofSheet = lazyComponent(() => import('./proof-sheet.tsx'));

/** The sheet that asks for a proof, rendered beside the sheet that waits for it: inside, Escape would close both. */
export function Proving({
  child,
}: {
  child: 'deletion' | 'emailChange' | 'password' | 'sessions';
}) {
  const state: string = useSelector(useChild(asSheet(child)), selectState);
  return state === 'proving' ? <ProofSheet recipient={child} /> : null;
}

/** Submits a form again once the proof was given: only the form has the typed values. */
export function useResubmitWhenProven(
  child: 'emailChange' | 'password',
  form: RefObject<HTMLFormElement | null>,
): void {
  const isProven = useSelector(useChild(asSheet(child)), selectState) === 'proven';
  useEffect(() => {
    // Safari 15 has no `requestSubmit`
    if (isProven)
      form.current?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  }, [isProven, form]);
}
