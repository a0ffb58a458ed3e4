import * as v from 'valibot';
import { defineCall } from './call.ts';
import { video } from './shapes.ts';
import { count, id, idInput, keyedPageOf, keyedPaging, money, time } from './values.ts';

export const invitedUsers = defineCall({
  method: 'GET',
  path: '/api/user/invitedUsers',
  access: 'private',
  takes: v.object({
    ...keyedPaging,
    level: v.optional(v.pipe(idInput, v.maxValue(3, '1, 2 or 3'))),
  }),
  gives: v.object({
    counts: v.object({ level1: count, level2: count, level3: count }),
    invite_code: v.string(),
    invite_url: v.string(),
    // older servers send none of `release_after_videos`, `on_its_way` and `videos_missing`
    release_after_videos: v.optional(count),
    ...keyedPageOf(
      v.object({
        username: v.string(),
        level: id,
        reward: money,
        on_its_way: v.optional(money),
        videos_missing: v.optional(count),
        created_at: time,
      }),
    ),
  }),
  refusals: [],
});

export const landing = defineCall({
  method: 'GET',
  path: '/api/video/landing',
  access: 'public',
  takes: v.object({ invite_code: v.pipe(v.string(), v.minLength(1), v.maxLength(32)) }),
  gives: v.object({
    inviter: v.object({ username: v.string(), slogan: v.string() }),
    video,
    watch_seconds: count,
    register_reward: money,
    watch_reward: money,
    total: money,
    /** whether these rewards are paid on another day, because today's limit for new people is reached */
    rewards_wait: v.optional(v.boolean()),
    watch_ticket: v.string(),
  }),
  refusals: ['invalid_invite_code'],
});
