import * as v from 'valibot';
import { defineCall } from './call.ts';
import { passkeyResponse } from './passkeys.ts';
import { userInfo } from './shapes.ts';
import { flagInput } from './values.ts';

export const passkeyLoginOptions = defineCall({
  method: 'POST',
  path: '/api/user/passkeyLoginOptions',
  access: 'public',
  takes: v.object({}),
  gives: v.object({ options: v.string() }),
  refusals: [],
});

/** Beneath the path of the log-in: the device's cookie is sent there, too. */
export const logInByPasskey = defineCall({
  method: 'POST',
  path: '/api/user/checkIn/passkey',
  access: 'public',
  takes: v.object({ response: passkeyResponse, keep: v.optional(flagInput, false) }),
  gives: v.object({ userInfo }),
  // also of an account that is blocked
  refusals: ['invalid_credentials', 'too_many_attempts'],
});
