import * as v from 'valibot';
import { defineCall } from './call.ts';
import { rewardLog, rewardTypes, video } from './shapes.ts';
import { count, money, pageOf, paging, time } from './values.ts';

export const history = defineCall({
  method: 'GET',
  path: '/api/video/history',
  access: 'private',
  takes: v.object(paging),
  gives: v.object({
    ...pageOf(v.object({ ...video.entries, watched_at: time, reward: money })),
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
  takes: v.object({ ...paging, type: v.optional(v.picklist(rewardTypes)) }),
  gives: v.object(pageOf(rewardLog)),
  refusals: [],
});
