import * as v from 'valibot';
import { defineCall } from './call.ts';
import { appConfig, rewardLog, rewardTypes, userInfo } from './shapes.ts';
import {
  count,
  country,
  flagInput,
  id,
  idInput,
  language,
  money,
  pageOf,
  paging,
  time,
} from './values.ts';

/** Optional text of a form: empty means not given. */
const optionalText = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      schema,
    ]),
  );

const visitor = {
  keep: v.optional(flagInput, false),
  language: optionalText(language),
  country: optionalText(country),
  invite_code: optionalText(v.pipe(v.string(), v.maxLength(32, 'at most 32 characters'))),
};

const loginInput = v.object({
  tab: v.literal('login'),
  username: v.pipe(v.string(), v.trim(), v.minLength(1, 'a user name or e-mail'), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1, 'a password'), v.maxLength(128)),
  ...visitor,
});

const registerInput = v.object({
  tab: v.literal('register'),
  username: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[\p{L}\p{N}_.]{3,32}$/u, '3 to 32 letters, digits, "_" or "."'),
  ),
  email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('an e-mail address')),
  password: v.pipe(
    v.string(),
    v.minLength(8, 'at least 8 characters'),
    v.maxLength(128, 'at most 128 characters'),
  ),
  ...visitor,
});

export const checkIn = defineCall({
  method: 'POST',
  path: '/api/user/checkIn',
  access: 'public',
  summary: 'Logs in (`tab: "login"`) or registers (`tab: "register"`).',
  takes: v.variant('tab', [loginInput, registerInput]),
  gives: v.object({ userInfo }),
  refusals: [
    'invalid_credentials',
    'too_many_attempts',
    'username_taken',
    'email_taken',
    'weak_password',
    'invalid_invite_code',
  ],
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/user/logout',
  access: 'private',
  summary: 'Ends this session.',
  takes: v.object({}),
  gives: v.object({}),
  refusals: [],
});

export const info = defineCall({
  method: 'GET',
  path: '/api/user/info',
  access: 'private',
  summary: 'The user behind the token.',
  takes: v.object({}),
  gives: v.object({ userInfo }),
  refusals: [],
});

export const handleLoginReward = defineCall({
  method: 'POST',
  path: '/api/user/handleLoginReward',
  access: 'private',
  summary: 'Credits the registration reward once, and the landing page’s with its ticket.',
  takes: v.object({ watch_ticket: v.optional(v.pipe(v.string(), v.maxLength(512))) }),
  gives: v.object({ rewards: v.array(rewardLog), balance: money }),
  refusals: ['invalid_watch_ticket'],
});

export const getAppConfig = defineCall({
  method: 'GET',
  path: '/api/user/getAppConfig',
  access: 'public',
  summary: 'What the app needs to know before anybody logs in.',
  takes: v.object({}),
  gives: appConfig,
  refusals: [],
});

export const rewardLogs = defineCall({
  method: 'GET',
  path: '/api/user/rewardLogs',
  access: 'private',
  summary: 'Every reward of this user, the newest first.',
  takes: v.object({ ...paging, type: v.optional(v.picklist(rewardTypes)) }),
  gives: v.object(pageOf(rewardLog)),
  refusals: [],
});

export const invitedUsers = defineCall({
  method: 'GET',
  path: '/api/user/invitedUsers',
  access: 'private',
  summary: 'Friends of three levels, with what each has earned this user.',
  takes: v.object({ ...paging, level: v.optional(v.pipe(idInput, v.maxValue(3, '1, 2 or 3'))) }),
  gives: v.object({
    counts: v.object({ level1: count, level2: count, level3: count }),
    invite_code: v.string(),
    invite_url: v.string(),
    ...pageOf(v.object({ username: v.string(), level: id, reward: money, created_at: time })),
  }),
  refusals: [],
});

export const claimShareReward = defineCall({
  method: 'POST',
  path: '/api/user/claimShareReward',
  access: 'private',
  summary: 'Credits the first share of the UTC day.',
  takes: v.object({}),
  gives: v.object({ reward: money, balance: money }),
  refusals: ['already_claimed'],
});

export const incrementShare = defineCall({
  method: 'POST',
  path: '/api/user/incrementShare',
  access: 'private',
  summary: 'Counts a further share.',
  takes: v.object({}),
  gives: v.object({ shares: count }),
  refusals: [],
});

export const checkAndAddExtraRewards = defineCall({
  method: 'POST',
  path: '/api/user/checkAndAddExtraRewards',
  access: 'private',
  summary: 'Adds extra views after a share, once the daily limit is reached.',
  takes: v.object({}),
  gives: v.object({
    extra_views: count,
    remaining_today: count,
    limit_today: count,
    extra_shares_left: count,
  }),
  refusals: ['limit_not_reached', 'no_share_today', 'no_extra_left'],
});

export const updateFcmToken = defineCall({
  method: 'POST',
  path: '/api/user/updateFcmToken',
  access: 'private',
  summary: 'Stores the push token of this device; an empty string forgets it.',
  takes: v.object({ fcm_token: v.pipe(v.string(), v.maxLength(4096)) }),
  gives: v.object({}),
  refusals: [],
});
