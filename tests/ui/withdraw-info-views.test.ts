import { createElement } from 'react';
import { expect, test } from 'vitest';
import { WithdrawInfoRow } from '../../src/screens/mine/withdraw-info-row.tsx';
import { WithdrawInfoCard } from '../../src/screens/withdraw/info-card.tsx';
import { renderText } from './render.tsx';

const LOST =
  'Withdrawal info Your withdrawal info could not be loaded. Something went wrong on our side. Please try again. Retry';

test.each([
  [{ kind: 'faulted', status: 500 }, 'Withdrawal info Could not be loaded Retry', LOST],
  [{ kind: 'offline' }, 'Withdrawal info', ''],
])('a payout account that failed to load is reported unless offline: %o', (failure, ...words) => {
  const info = { value: 'failed', context: { info: null, methods: [], failure } };
  const drawn = [WithdrawInfoRow, WithdrawInfoCard].map((view) =>
    renderText(createElement(view), { withdrawInfo: info }),
  );
  expect(drawn).toEqual(words);
});
