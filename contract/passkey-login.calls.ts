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

/** Under the path of the log-in, so that the device's cookie is sent here too. */
export const logInByPasskey = defineCall({
  method: 'POST',
  path: '/api/user/checkIn/passkey',
  access: 'public',
  takes: v.object({ response: passkeyResponse, keep: v.optional(flagInput, false) }),
  gives: v.object({ userInfo }),
  // also for a blocked account
  refusals: ['invalid_credentials', 'too_many_attempts'],
});
