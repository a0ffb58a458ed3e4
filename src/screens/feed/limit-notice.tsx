import { useSelector } from '@xstate/react';
import { selectLimitDialog } from '../../../machines/earning.selectors.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const LimitDialog = lazyComponent(() => import('./limit-dialog.tsx'));

/** Shows once a day that the day's paid videos are used up. */
export function LimitNotice() {
  const earning = useChildIfAny('earning');
  const state = useSelector(earning, (snapshot) =>
    snapshot ? selectLimitDialog(snapshot) : 'closed',
  );
  // the notice leads to a share, whose actor starts in the last boot phase
  const share = useChildIfAny('share-limit');
  if (!earning || !share || state === 'closed') return null;
  return <LimitDialog earning={earning} state={state} />;
}
