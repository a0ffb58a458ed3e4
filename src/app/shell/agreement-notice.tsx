import { useSelector } from '@xstate/react';
import { selectPagesToAgree } from '../../../machines/auth/auth.selectors.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useChild } from '../system/use-child.ts';

const AgreementSheet = lazyComponent(() => import('../components/agreement-sheet.tsx'));

/** Asks a member to agree to changed terms. */
export function AgreementNotice() {
  const pages = useSelector(useChild('auth'), selectPagesToAgree);
  return pages ? <AgreementSheet pages={pages} /> : null;
}
