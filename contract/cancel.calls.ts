import * as v from 'valibot';
import { defineCall } from './call.ts';
import { idInput, money } from './values.ts';
import { withdrawal } from './withdrawal-shapes.ts';

export const cancelWithdrawal = defineCall({
  method: 'POST',
  path: '/api/user/cancelWithdrawal',
  access: 'private',
  takes: v.object({ id: idInput }),
  gives: v.object({ withdrawal, balance: money }),
  refusals: ['not_cancellable', 'too_many_attempts'],
});
