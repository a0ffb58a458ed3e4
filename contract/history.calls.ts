import * as v from 'valibot';
import { defineCall } from './call.ts';
import { rewardLog, rewardTypes, video } from './shapes.ts';
import { count, keyedPageOf, keyedPaging, money, time } from './values.ts';

export const history = defineCall({
  method: 'GET',
  path: '/api/video/history',
  access: 'private',
  takes: v.object(keyedPaging),
  gives: v.object({
    ...keyedPageOf(v.object({ ...video.entries, watched_at: time, reward: money })),
    paid_today: count,
    limit_today: count,
    share_paid_today: v.boolean(),
  }),
  refusals: [],
});

export const rewardLogs = defineCall({
  method: 'GET',
  path: '/api/user/rewardLogs',
  access: 'private',
  takes: v.object({ ...keyedPaging, type: v.optional(v.picklist(rewardTypes)) }),
  gives: v.object(keyedPageOf(rewardLog)),
  refusals: [],
});
