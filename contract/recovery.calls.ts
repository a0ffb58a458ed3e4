import * as v from 'valibot';
import { defineCall } from './call.ts';
import { currentPassword } from './current-password.ts';

export const makeRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/user/makeRecoveryCodes',
  access: 'private',
  takes: v.object({
    password: currentPassword,
  }),
  gives: v.object({ codes: v.array(v.string()) }),
  refusals: ['invalid_credentials', 'too_many_attempts'],
});
