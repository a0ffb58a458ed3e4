import { claim } from './claim.laws.ts';
import { dailyShare } from './daily-share.laws.ts';
import { landing } from './landing.laws.ts';
import type { Laws } from './law.ts';
import { limit } from './limit.laws.ts';
import { outbox } from './outbox.laws.ts';
import { payout } from './payout.laws.ts';
import { share } from './share.laws.ts';
import { task } from './task.laws.ts';
import { tasks } from './tasks.laws.ts';
import { withdrawInfo } from './withdraw-info.laws.ts';
import { withdrawal } from './withdrawal.laws.ts';

/** The laws of every machine, by the names of the models. */
export const everyLaw: Record<string, Laws> = {
  claim,
  dailyShare,
  landing,
  limit,
  outbox,
  payout,
  share,
  task,
  tasks,
  withdrawInfo,
  withdrawal,
};
