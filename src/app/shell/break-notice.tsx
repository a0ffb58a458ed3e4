import { useSelector } from '@xstate/react';
import { selectIsBreakProposed } from '../../../machines/break-reminder.selectors.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useChildIfAny } from '../system/use-child.ts';

const BreakCard = lazyComponent(() => import('../components/break-card.tsx'));

/** The card over the feed that proposes a break. */
export function BreakNotice() {
  const reminder = useChildIfAny('breakReminder');
  const isProposed = useSelector(
    reminder,
    (snapshot) => snapshot && selectIsBreakProposed(snapshot),
  );
  if (!reminder || !isProposed) return null;
  return <BreakCard onContinue={() => reminder.send({ type: 'continue.pressed' })} />;
}
