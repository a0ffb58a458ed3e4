import * as v from 'valibot';
import { defineCall } from './call.ts';
import { currentPassword } from './current-password.ts';
import { passkeyResponse } from './passkeys.ts';

export const proveByPassword = defineCall({
  method: 'POST',
  path: '/api/user/prove/password',
  access: 'private',
  takes: v.object({ password: currentPassword }),
  gives: v.object({}),
  refusals: ['invalid_credentials', 'too_many_attempts'],
});

export const proofOptions = defineCall({
  method: 'POST',
  path: '/api/user/proofOptions',
  access: 'private',
  takes: v.object({}),
  /** null: the user has no passkey */
  gives: v.object({ options: v.nullable(v.string()) }),
  refusals: [],
});

export const proveByPasskey = defineCall({
  method: 'POST',
  path: '/api/user/prove/passkey',
  access: 'private',
  takes: v.object({ response: passkeyResponse }),
  gives: v.object({}),
  refusals: ['invalid_credentials', 'too_many_attempts'],
});
