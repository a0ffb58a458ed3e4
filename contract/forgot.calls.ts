import * as v from 'valibot';
import { defineCall } from './call.ts';
import { emailInput } from './email.ts';

/** Mails a link to reset the password. A server that sends no mails answers 404. */
export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/user/forgotPassword',
  access: 'public',
  takes: v.object({ email: emailInput }),
  gives: v.object({}),
  refusals: ['too_many_attempts'],
});
