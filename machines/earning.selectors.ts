import type { SnapshotFrom } from 'xstate';
import type { earningMachine } from './earning.machine.ts';

type Snapshot = SnapshotFrom<typeof earningMachine>;

/** Earning status of clips. */
export type EarningStatus = 'visitor' | 'open' | 'limitReached' | 'rewardsPaused';

/** @param snapshot undefined: nobody is logged in */
export function selectEarningStatus(snapshot: Snapshot | undefined): EarningStatus {
  if (!snapshot) return 'visitor';
  const { count, isPaused } = snapshot.context;
  if (isPaused) return 'rewardsPaused';
  return count?.remaining ? 'open' : 'limitReached';
}

/** State of the dialog about the limit. */
export type LimitDialogState = 'closed' | 'reached' | 'addingViews' | 'spent';

export const selectLimitDialog = ({ value }: Snapshot): LimitDialogState => {
  if (value === 'reached' || value === 'spent') return value;
  return typeof value === 'object' && value.addingViews === 'seen' ? 'addingViews' : 'closed';
};

/** The day's count of paid clips; null until known. */
export const selectDayCount = ({ context }: Snapshot) => context.count;

/** The server's time, in ms since 1970; null until known. */
export const selectNowMs = ({ context }: Snapshot) => context.nowMs;
