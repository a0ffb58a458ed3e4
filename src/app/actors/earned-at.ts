import type { Claim } from '../../../machines/outbox/claim.ts';
import { utcDay } from '../components/utc-day.ts';

/** The time when a claim was earned, as sent to the server: the same in every retry. */
export const earnedAt = ({ earnedAtMs }: Claim) =>
  earnedAtMs === null ? {} : { earned_at: new Date(earnedAtMs).toISOString() };

/** Was the claim earned on an earlier UTC day? Without a time it counts as earned today. */
export const isFromEarlierDay = ({ earnedAtMs }: Pick<Claim, 'earnedAtMs'>, nowMs: number) =>
  earnedAtMs !== null && utcDay(earnedAtMs) < utcDay(nowMs);
