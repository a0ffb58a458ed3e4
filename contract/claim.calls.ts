import * as v from 'valibot';
import { defineCall } from './call.ts';
import { count, earnedAt, idInput, money } from './values.ts';

const earned = { reward: money, balance: money };
const refusals = [
  'too_early',
  'already_rewarded',
  'daily_limit_reached',
  'paused_by_operator',
  'claim_expired',
] as const;

export const record = defineCall({
  method: 'POST',
  path: '/api/video/record',
  access: 'private',
  takes: v.object({ videos_id: idInput, earned_at: earnedAt }),
  gives: v.object({ ...earned, remaining_today: count }),
  refusals: ['unknown_video', ...refusals],
});

export const watchAdReward = defineCall({
  method: 'POST',
  path: '/api/ad/watchAdReward',
  access: 'private',
  takes: v.object({ ad_id: idInput, earned_at: earnedAt }),
  gives: v.object(earned),
  refusals: ['unknown_ad', ...refusals],
});

export const clickAdReward = defineCall({
  method: 'POST',
  path: '/api/ad/clickAdReward',
  access: 'private',
  takes: v.object({ ad_id: idInput, earned_at: earnedAt }),
  gives: v.object(earned),
  refusals: ['unknown_ad', ...refusals],
});
