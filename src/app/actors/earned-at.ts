import type { Claim } from '../../../machines/outbox/claim.ts';

/** When a claim was earned, as the wire has it: the same in every retry. */
export const earnedAt = ({ earnedAtMs }: Claim) =>
  earnedAtMs === null ? {} : { earned_at: new Date(earnedAtMs).toISOString() };
