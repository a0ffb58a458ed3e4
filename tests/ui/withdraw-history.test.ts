import { createElement } from 'react';
import { expect, test } from 'vitest';
import { WithdrawalHistory } from '../../src/screens/withdraw/history.tsx';
import { renderText } from './render.tsx';

const paid = {
  ...{ id: 4, status: 'paid', step: 'paid', cancelled: false, reason: null },
  ...{ method: 'bank', account: 'DE89 **** 3000', amount: '5.0000', pay: null },
  created_at: '2026-03-10T00:10:00Z',
};
const bank = { method: 'bank', name: 'Bank transfer' };

test('a withdrawal of the history shows its method, masked account, day, amount and step', () => {
  const words = renderText(createElement(WithdrawalHistory), {
    withdrawal: {
      context: { withdrawal: null, terms: null },
      ...{ can: () => false, matches: (state: string) => state === 'loading' },
    },
    withdrawals: { context: { items: [paid], failure: null, page: 1, wanted: 1, total: 1 } },
    withdrawInfo: { value: 'set', context: { info: null, methods: [bank], failure: null } },
  });
  expect(words).toBe('Withdrawal history Bank transfer DE89 •••• 3000 Mar 10, 2026 5.00 Paid');
});
