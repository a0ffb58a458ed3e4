import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Agrees to the pages of `to_agree` in the user info. Older apps do not make this call. */
export const agree = defineCall({
  method: 'POST',
  path: '/api/user/agree',
  access: 'private',
  takes: v.object({ agreed: v.pipe(v.string(), v.maxLength(64, 'at most 64 characters')) }),
  gives: v.object({}),
  // `agreement_needed`: the operator has published a later version
  refusals: ['agreement_needed'],
});
