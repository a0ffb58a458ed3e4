import * as v from 'valibot';
import { defineCall } from './call.ts';

export const makeRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/user/makeRecoveryCodes',
  access: 'private',
  takes: v.object({
    password: v.pipe(v.string(), v.minLength(1, 'the password'), v.maxLength(128)),
  }),
  gives: v.object({ codes: v.array(v.string()) }),
  refusals: ['invalid_credentials', 'too_many_attempts'],
});
