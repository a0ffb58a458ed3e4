import * as v from 'valibot';
import { defineCall } from './call.ts';
import { emailInput } from './email.ts';
import { newPassword } from './new-password.ts';
import { rewardLog, userInfo } from './shapes.ts';
import { USERNAME } from './username.ts';
import { ageInput, country, flagInput, language, money } from './values.ts';

/** Optional text of a form: an empty text counts as not given. */
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
    v.normalize('NFC'),
    v.regex(USERNAME, '3 to 32 letters of any script, digits, "_" or "."'),
  ),
  email: emailInput,
  password: newPassword,
  /**
   * proof of work for the challenge of the refusal `proof_needed`; empty: the app can make a proof, and has no
   * challenge yet; absent: the server sends `too_many_attempts` instead of a challenge
   */
  proof: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
  /** pages and versions that a new member agrees to, as in `getAppConfig`: `terms:2,privacy:1`; older apps send none */
  agreed: v.optional(v.pipe(v.string(), v.maxLength(64, 'at most 64 characters'))),
  /** age in years that the user states to have reached; older apps do not send it */
  age: v.optional(ageInput),
  ...visitor,
});

export const checkIn = defineCall({
  method: 'POST',
  path: '/api/user/checkIn',
  access: 'public',
  takes: v.variant('tab', [loginInput, registerInput]),
  gives: v.object({ userInfo }),
  refusals: [
    'invalid_credentials',
    'too_many_attempts',
    'proof_needed',
    'username_taken',
    'email_taken',
    'weak_password',
    'agreement_needed',
    'country_closed',
    'invalid_invite_code',
  ],
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/user/logout',
  access: 'private',
  takes: v.object({}),
  gives: v.object({}),
  refusals: [],
});

export const handleLoginReward = defineCall({
  method: 'POST',
  path: '/api/user/handleLoginReward',
  access: 'private',
  takes: v.object({ watch_ticket: v.optional(v.pipe(v.string(), v.maxLength(512))) }),
  gives: v.object({ rewards: v.array(rewardLog), balance: money }),
  refusals: ['invalid_watch_ticket', 'paused_by_operator', 'no_more_today'],
});
