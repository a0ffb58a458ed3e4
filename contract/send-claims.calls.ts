import * as v from 'valibot';
import { defineCall } from './call.ts';
import { claimResult, sentClaim } from './claims.ts';

export const sendClaims = defineCall({
  method: 'POST',
  path: '/api/claim/send',
  access: 'private',
  takes: v.object({ claims: v.pipe(v.array(sentClaim), v.minLength(1), v.maxLength(20)) }),
  gives: v.object({ results: v.array(claimResult) }),
  refusals: [],
});
