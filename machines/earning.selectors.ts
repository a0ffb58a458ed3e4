import type { SnapshotFrom } from 'xstate';
import type { earningMachine } from './earning.machine.ts';

type Snapshot = SnapshotFrom<typeof earningMachine>;

/** What clips can earn now. */
export type EarningStatus = 'visitor' | 'open' | 'limitReached' | 'rewardsPaused';

/** @param snapshot without it nobody is logged in */
export function selectEarningStatus(snapshot: Snapshot | undefined): EarningStatus {
  if (!snapshot) return 'visitor';
  const { count, isPaused } = snapshot.context;
  if (isPaused) return 'rewardsPaused';
  return count?.remaining ? 'open' : 'limitReached';
}

/** What the dialog about the limit says, if it is open. */
export type LimitDialogState = 'closed' | 'reached' | 'addingViews' | 'spent';

export const selectLimitDialog = ({ value }: Snapshot): LimitDialogState => {
  if (value === 'reached' || value === 'spent') return value;
  return typeof value === 'object' && value.addingViews === 'seen' ? 'addingViews' : 'closed';
};

/** How many clips are paid today; null until it is known. */
export const selectDayCount = ({ context }: Snapshot) => context.count;

/** The server's time, in ms since 1970; null until it is told. */
export const selectNowMs = ({ context }: Snapshot) => context.nowMs;
