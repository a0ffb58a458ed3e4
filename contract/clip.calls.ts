import * as v from 'valibot';
import { defineCall } from './call.ts';
import { video } from './shapes.ts';
import { count, pageOf, paging } from './values.ts';

export const videoList = defineCall({
  method: 'GET',
  path: '/api/video/list',
  access: 'public',
  summary: 'Every clip, in feed order.',
  takes: v.object(paging),
  gives: v.object(pageOf(video)),
  refusals: [],
});

export const playable = defineCall({
  method: 'GET',
  path: '/api/video/playable',
  access: 'private',
  summary: 'Clips that this user has not been paid for today; watch time counts from here.',
  takes: v.object(paging),
  gives: v.object({
    ...pageOf(video),
    remaining_today: count,
    daily_limit: count,
    /** with the extra views of today's shares */
    limit_today: count,
    extra_shares_left: count,
    /** whether clips earn nothing for now; servers of before do not say */
    rewards_paused: v.optional(v.boolean()),
  }),
  refusals: [],
});
