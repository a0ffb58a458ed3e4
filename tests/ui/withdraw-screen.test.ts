import { createElement } from 'react';
import { expect, test } from 'vitest';
import WithdrawScreen from '../../src/screens/withdraw/withdraw-screen.tsx';
import { wordsIn } from './drawn.tsx';

const ADA = { balance: '5.2000', local_amount: null, local_currency: 'USD' };
const LONG = 'This takes longer than usual';

interface Known {
  user: typeof ADA | null;
  /** of the balance and the conditions */
  step: 'loading' | 'failed' | 'editing';
  /** of where the money goes */
  info: 'loading' | 'missing' | 'set';
}

/** The words of the screen, of whose lower half nothing is known yet. */
function said({ user, step, info }: Known): string {
  const terms = { requirements: [], notification_required: false };
  const words = wordsIn(createElement(WithdrawScreen), {
    auth: { context: { user, knownAtMs: null, isOffline: false } },
    withdrawal: {
      context: {
        terms: step === 'editing' ? terms : null,
        withdrawal: null,
        failure: { kind: 'timeout' },
        permission: 'default',
        amount: '',
        problem: null,
      },
      matches: (state: string) => state === step,
      hasTag: () => false,
    },
    withdrawInfo: {
      value: info,
      context: {
        info: info === 'set' ? { country: 'DE', account: 'a' } : null,
        methods: [],
        failure: null,
      },
    },
    config: { context: { value: null, failure: null } },
  });
  // without the figures that roll by
  return words.replace(/( [\d.])+(?= )/g, '');
}

test('the balance has its place before it is known', () => {
  expect(said({ user: null, step: 'loading', info: 'missing' })).toBe(
    `Withdraw Available balance ${LONG}`,
  );
});

test('what stands below comes when all that stands above it is known', () => {
  expect(said({ user: ADA, step: 'loading', info: 'missing' })).toBe(
    `Withdraw Available balance 5.20 ${LONG}`,
  );
  expect(said({ user: ADA, step: 'editing', info: 'loading' })).toBe(
    `Withdraw Available balance 5.20 ${LONG}`,
  );
  expect(said({ user: ADA, step: 'editing', info: 'set' })).toMatch(
    /^Withdraw Available balance 5\.20 Amount Withdraw all .* Withdrawal info /,
  );
});

test('a balance that could not be loaded leaves no empty purse, and one that is known stays', () => {
  const lost = /could not be loaded\. This took too long\. Please try again\. Retry/;
  const unknown = said({ user: null, step: 'failed', info: 'missing' });
  expect(unknown).toMatch(lost);
  expect(unknown).not.toContain('Available balance');
  const known = said({ user: ADA, step: 'failed', info: 'missing' });
  expect(known).toMatch(lost);
  expect(known).toMatch(/^Withdraw Available balance 5\.20 /);
});
