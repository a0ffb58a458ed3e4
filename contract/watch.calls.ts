import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ad, tasks, video } from './shapes.ts';
import { count, country, idInput, money, pageOf, paging, time } from './values.ts';

const earned = { reward: money, balance: money };

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
  }),
  refusals: [],
});

export const history = defineCall({
  method: 'GET',
  path: '/api/video/history',
  access: 'private',
  summary: 'Clips that this user was paid for, the newest first.',
  takes: v.object(paging),
  gives: v.object({
    ...pageOf(v.object({ ...video.entries, watched_at: time, reward: money })),
    paid_today: count,
    limit_today: count,
  }),
  refusals: [],
});

export const record = defineCall({
  method: 'POST',
  path: '/api/video/record',
  access: 'private',
  summary: 'Claims the reward of a clip that has been watched.',
  takes: v.object({ videos_id: idInput }),
  gives: v.object({ ...earned, remaining_today: count }),
  refusals: ['unknown_video', 'too_early', 'already_rewarded', 'daily_limit_reached'],
});

export const landing = defineCall({
  method: 'GET',
  path: '/api/video/landing',
  access: 'public',
  summary: 'What an invited visitor sees: who invites, a sample clip, what registering earns.',
  takes: v.object({ invite_code: v.pipe(v.string(), v.minLength(1), v.maxLength(32)) }),
  gives: v.object({
    inviter: v.object({ username: v.string(), slogan: v.string() }),
    video,
    watch_seconds: count,
    register_reward: money,
    watch_reward: money,
    total: money,
    watch_ticket: v.string(),
  }),
  refusals: ['invalid_invite_code'],
});

export const getAdList = defineCall({
  method: 'GET',
  path: '/api/ad/getAdList',
  access: 'public',
  summary: 'Advertisements for a country.',
  takes: v.object({ ...paging, country: v.optional(country) }),
  gives: v.object(pageOf(ad)),
  refusals: [],
});

export const getDisplayRules = defineCall({
  method: 'GET',
  path: '/api/ad/getDisplayRules',
  access: 'public',
  summary: 'When an advertisement comes between clips.',
  takes: v.object({}),
  gives: v.object({
    every_n_videos: count,
    countdown_seconds: count,
    skippable_after_seconds: count,
  }),
  refusals: [],
});

export const watchAdReward = defineCall({
  method: 'POST',
  path: '/api/ad/watchAdReward',
  access: 'private',
  summary: 'Claims the reward for an advertisement that was watched; once a UTC day.',
  takes: v.object({ ad_id: idInput }),
  gives: v.object(earned),
  refusals: ['unknown_ad', 'too_early', 'already_rewarded', 'daily_limit_reached'],
});

export const clickAdReward = defineCall({
  method: 'POST',
  path: '/api/ad/clickAdReward',
  access: 'private',
  summary: 'Claims the reward for following an advertisement; once a UTC day.',
  takes: v.object({ ad_id: idInput }),
  gives: v.object(earned),
  refusals: ['unknown_ad', 'already_rewarded', 'daily_limit_reached'],
});

const task = v.picklist(tasks);

export const taskList = defineCall({
  method: 'GET',
  path: '/api/task/list',
  access: 'private',
  summary: 'The tasks, and which are done.',
  takes: v.object({}),
  gives: v.object({ list: v.array(v.object({ task, reward: money, completed: v.boolean() })) }),
  refusals: [],
});

export const claimTask = defineCall({
  method: 'POST',
  path: '/api/task/claim',
  access: 'private',
  summary: 'Claims the reward of a task that is done.',
  // any short text: an unknown task is refused with its own reason, not as a malformed request
  takes: v.object({ task: v.pipe(v.string(), v.maxLength(64)) }),
  gives: v.object(earned),
  refusals: ['already_claimed', 'unknown_task'],
});
