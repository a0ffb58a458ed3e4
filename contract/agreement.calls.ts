import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Of apps that know `to_agree` of the user. */
export const agree = defineCall({
  method: 'POST',
  path: '/api/user/agree',
  access: 'private',
  takes: v.object({ agreed: v.pipe(v.string(), v.maxLength(64, 'at most 64 characters')) }),
  gives: v.object({}),
  // `agreement_needed`: a later version is shown by now
  refusals: ['agreement_needed'],
});
