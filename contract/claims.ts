import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from './envelope.ts';
import { reasons } from './reasons.ts';
import { count, earnedAt, idInput, money, taskInput } from './values.ts';

const itemCalls = ['record', 'watchAdReward', 'clickAdReward'] as const;

/** Names of the calls that claim a reward; `sendClaims` sends them in one request. */
export type ClaimCall = (typeof itemCalls)[number] | 'claimShareReward' | 'claimTask';

const key = v.pipe(
  v.string('1 to 64 letters, digits, "_" or "-"'),
  v.regex(IDEMPOTENCY_KEY, '1 to 64 letters, digits, "_" or "-"'),
);
const sent = { key, earned_at: earnedAt };

/** One claim in the request of `sendClaims`: `id` is the clip, advertisement or task; null for a share. */
export const sentClaim = v.variant('call', [
  v.object({ ...sent, call: v.picklist(itemCalls), id: idInput }),
  v.object({
    ...sent,
    call: v.literal('claimShareReward'),
    id: v.null(),
    /** the clip that was shared */
    videos_id: v.optional(idInput),
  }),
  v.object({ ...sent, call: v.literal('claimTask'), id: taskInput }),
]);
export type SentClaim = v.InferOutput<typeof sentClaim>;

/** Outcome of one claim. */
export const claimResult = v.union([
  v.object({
    key: v.string(),
    /** the answer of the call that makes this claim alone */
    data: v.object({ reward: money, balance: money, remaining_today: v.optional(count) }),
  }),
  v.object({
    key: v.string(),
    /** null: the server failed, and the same claim may be sent again */
    reason: v.nullable(v.picklist(reasons)),
    /** milliseconds for `too_early`, seconds for `no_more_today` */
    retry_after: v.optional(count),
  }),
]);
export type ClaimResult = v.InferOutput<typeof claimResult>;
