import type { Claim } from '../../../machines/outbox/claim.ts';
import { utcDay } from '../components/utc-day.ts';

/** When a claim was earned, as the wire has it: the same in every retry. */
export const earnedAt = ({ earnedAtMs }: Claim) =>
  earnedAtMs === null ? {} : { earned_at: new Date(earnedAtMs).toISOString() };

/** Was it earned on a UTC day that is over? What no version has dated counts as today's. */
export const isOfDayBefore = ({ earnedAtMs }: Pick<Claim, 'earnedAtMs'>, nowMs: number) =>
  earnedAtMs !== null && utcDay(earnedAtMs) < utcDay(nowMs);
