import { useSelector } from '@xstate/react';
import { selectLimitDialog } from '../../../machines/limit.selectors.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const LimitDialog = lazyComponent(() => import('./limit-dialog.tsx'));

/** Says once a day that its paid videos are used up. */
export function LimitNotice() {
  const limit = useChildIfAny('limit');
  const state = useSelector(limit, (snapshot) =>
    snapshot ? selectLimitDialog(snapshot) : 'closed',
  );
  // it leads to a share, which comes with the last stage of starting
  const share = useChildIfAny('share-limit');
  if (!limit || !share || state === 'closed') return null;
  return <LimitDialog limit={limit} state={state} />;
}
