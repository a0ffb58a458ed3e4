import { createElement } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import WithdrawScreen from '../../src/screens/withdraw/withdraw-screen.tsx';
import { renderText } from './render.tsx';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock('../../src/screens/withdraw/offers.tsx', () => ({ default: () => 'Offers' }));

const ADA = { balance: '5.2000', local_amount: null, local_currency: 'USD' };
const OFFLINE = { kind: 'offline' };
const LONG = 'This takes longer than usual';

interface Known {
  user: typeof ADA | null;
  /** state of the balance and the conditions */
  step: 'loading' | 'failed' | 'editing';
  /** state of the payout account */
  info: 'loading' | 'missing' | 'set';
  /** whether recovery codes are offered; not given: the lower half is not loaded */
  hasOffer?: boolean;
}

/** The text of the screen. */
function said({ user, step, info, hasOffer }: Known): string {
  const safety = { has_way_back: !hasOffer, has_passkey: false, has_withdrawn: false };
  const terms = { requirements: [], notification_required: false, account_safety: safety };
  const words = renderText(createElement(WithdrawScreen), {
    auth: { context: { user, knownAtMs: null, isOffline: false } },
    withdrawal: {
      context: {
        terms: step === 'editing' ? terms : null,
        withdrawal: null,
        failure: { kind: 'timeout' },
        permission: 'default',
        openOffers: ['recoveryCodes'],
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
    config: { context: { value: null, failure: hasOffer === undefined ? null : OFFLINE } },
    withdrawals: { context: { items: [], failure: OFFLINE, page: 0, wanted: 1, total: 0 } },
  });
  // without the rolling figures
  return words.replace(/( [\d.])+(?= )/g, '');
}

test('the card of the balance is shown before the balance is loaded', () => {
  expect(said({ user: null, step: 'loading', info: 'missing' })).toBe(
    `Withdraw Available balance ${LONG}`,
  );
});

test('a lower part of the screen is shown when all parts above it are loaded', () => {
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

test('a balance that could not be loaded leaves no empty purse, and a known balance stays', () => {
  const lost = /could not be loaded\. This took too long\. Please try again\. Retry/;
  const unknown = said({ user: null, step: 'failed', info: 'missing' });
  expect(unknown).toMatch(lost);
  expect(unknown).not.toContain('Available balance');
  const known = said({ user: ADA, step: 'failed', info: 'missing' });
  expect(known).toMatch(lost);
  expect(known).toMatch(/^Withdraw Available balance 5\.20 /);
});

test('the offers to secure the account are loaded with the first offer, and not before', async () => {
  const shown = (hasOffer: boolean) =>
    said({ user: ADA, step: 'editing', info: 'set', hasOffer }).includes(' Offers');
  // the first drawing loads the code of the offers
  shown(true);
  await expect.poll(() => shown(true)).toBe(true);
  expect(shown(false)).toBe(false);
});
