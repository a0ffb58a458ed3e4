import * as v from 'valibot';
import { defineCall } from './call.ts';
import { count, earnedAt, idInput, money } from './values.ts';

/** The clip that was shared; not given: an invitation, or an older app. */
const sharedClip = v.optional(idInput);

export const claimShareReward = defineCall({
  method: 'POST',
  path: '/api/user/claimShareReward',
  access: 'private',
  takes: v.object({ earned_at: earnedAt, videos_id: sharedClip }),
  gives: v.object({ reward: money, balance: money }),
  refusals: ['already_claimed', 'paused_by_operator', 'claim_expired'],
});

export const incrementShare = defineCall({
  method: 'POST',
  path: '/api/user/incrementShare',
  access: 'private',
  takes: v.object({ videos_id: sharedClip }),
  gives: v.object({ shares: count }),
  refusals: [],
});

export const checkAndAddExtraRewards = defineCall({
  method: 'POST',
  path: '/api/user/checkAndAddExtraRewards',
  access: 'private',
  takes: v.object({}),
  gives: v.object({
    extra_views: count,
    remaining_today: count,
    limit_today: count,
    extra_shares_left: count,
  }),
  refusals: ['limit_not_reached', 'no_share_today', 'no_extra_left'],
});
