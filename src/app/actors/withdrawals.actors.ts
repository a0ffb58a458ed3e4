import type { Withdrawal } from '../../../contract/shapes.ts';
import { withdrawals } from '../../../contract/withdraw.calls.ts';
import type { Effects } from '../system/effects.ts';
import { provideList } from './list.actors.ts';

/** Every withdrawal, the newest first. */
export const provideWithdrawals = ({ api }: Effects) =>
  provideList<Withdrawal>({
    load: (paging, signal) => api(withdrawals, paging, { signal }),
  });
