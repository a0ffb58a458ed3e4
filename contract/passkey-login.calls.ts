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

/** The path is below the log-in's path, so that the browser sends the device's cookie with this call too. */
export const logInByPasskey = defineCall({
  method: 'POST',
  path: '/api/user/checkIn/passkey',
  access: 'public',
  takes: v.object({ response: passkeyResponse, keep: v.optional(flagInput, false) }),
  gives: v.object({ userInfo }),
  // `invalid_credentials`: also for a blocked account
  refusals: ['invalid_credentials', 'too_many_attempts'],
});
