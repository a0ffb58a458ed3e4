import * as v from 'valibot';
import { defineCall, type OutputOf } from './call.ts';
import { currentPassword } from './current-password.ts';
import { count, money } from './values.ts';

export const deletion = defineCall({
  method: 'GET',
  path: '/api/user/deletion',
  access: 'private',
  takes: v.object({}),
  gives: v.object({
    balance: money,
    /** rewards for friends who have not watched enough yet, and rewards that are being credited */
    coming: money,
    friends: count,
    /** the amount of a withdrawal in process, which must end before the deletion; null: none */
    held: v.nullable(money),
  }),
  refusals: [],
});
export type Losses = OutputOf<typeof deletion>;

export const deleteAccount = defineCall({
  method: 'POST',
  path: '/api/user/deleteAccount',
  access: 'private',
  takes: v.object({ password: v.optional(currentPassword) }),
  gives: v.object({}),
  refusals: ['invalid_credentials', 'proof_too_old', 'pending_exists', 'too_many_attempts'],
});
