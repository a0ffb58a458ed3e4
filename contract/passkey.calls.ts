import * as v from 'valibot';
import { defineCall, type OutputOf } from './call.ts';
import { currentPassword } from './current-password.ts';
import { MAX_PASSKEY_NAME, passkeyResponse } from './passkeys.ts';
import { time } from './values.ts';

/** Names one of the member's passkeys; the browser's id of it cannot be derived from this name. */
const passkey = v.pipe(
  v.string('a passkey from the list'),
  v.regex(/^[0-9a-f]{32}$/, 'a passkey from the list'),
);

export const passkeys = defineCall({
  method: 'GET',
  path: '/api/user/passkeys',
  access: 'private',
  takes: v.object({}),
  gives: v.object({
    list: v.array(
      v.object({ passkey, name: v.string(), created_at: time, used_at: v.nullable(time) }),
    ),
  }),
  refusals: [],
});
export type Passkey = OutputOf<typeof passkeys>['list'][number];

export const passkeyOptions = defineCall({
  method: 'POST',
  path: '/api/user/passkeyOptions',
  access: 'private',
  takes: v.object({
    password: currentPassword,
  }),
  gives: v.object({ options: v.string() }),
  refusals: ['invalid_credentials', 'too_many_attempts'],
});

export const addPasskey = defineCall({
  method: 'POST',
  path: '/api/user/addPasskey',
  access: 'private',
  takes: v.object({ response: passkeyResponse }),
  gives: v.object({ passkey }),
  // `invalid_credentials`: the passkey does not fit options that are still valid, or an account already has it
  refusals: ['invalid_credentials'],
});

export const renamePasskey = defineCall({
  method: 'POST',
  path: '/api/user/renamePasskey',
  access: 'private',
  takes: v.object({
    passkey,
    name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'a name'),
      v.maxLength(MAX_PASSKEY_NAME, 'at most 64 characters'),
    ),
  }),
  gives: v.object({}),
  refusals: [],
});

export const removePasskey = defineCall({
  method: 'POST',
  path: '/api/user/removePasskey',
  access: 'private',
  takes: v.object({ passkey }),
  gives: v.object({}),
  refusals: ['proof_too_old'],
});
