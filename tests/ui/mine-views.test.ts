import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { RewardType } from '../../contract/shapes.ts';
import { Earnings } from '../../src/screens/mine/earnings-chart.tsx';
import MineScreen from '../../src/screens/mine/mine-screen.tsx';
import { RewardDays } from '../../src/screens/mine/reward-days.tsx';
import { renderText } from './render.tsx';

test('earnings are shown as a sum and as a chart, from the first day to today', () => {
  const days = [
    { day: '2026-03-08', amount: '0.2500' },
    { day: '2026-03-09', amount: '0.0000' },
    { day: '2026-03-10', amount: '1.0000' },
  ];
  const earnings = { context: { value: days, failure: null } };
  expect(renderText(createElement(Earnings), { earnings })).toBe(
    'Earnings +1.25 in the last 3 days Mar 8 Today Earnings by day Day Amount Mar 8, 2026 0.25 Mar 9, 2026 0.00 Mar 10, 2026 1.00',
  );
});

const reward = { type: 'click_ad', detail: '', amount: '0.1000' } as const;

test('rewards are grouped by UTC day, each with its reason', () => {
  const items = [
    { ...reward, id: 3, created_at: '2026-03-10T00:10:00Z' },
    { ...reward, id: 2, detail: 'Fresh shoes', created_at: '2026-03-09T23:50:00Z' },
    { ...reward, id: 1, created_at: '2026-03-09T09:30:00Z' },
  ];
  const words = renderText(createElement(RewardDays, { items })).replace(/\u202f/g, ' ');
  expect(words).toBe(
    'Mar 10, 2026 Opened an ad 12:10 AM +0.10 Mar 9, 2026 Opened an ad Fresh shoes · 11:50 PM +0.10 Opened an ad 9:30 AM +0.10 Days and times are in UTC.',
  );
});

test('rewards for an invited friend and for friends of each level have their own text', () => {
  const levels = ([1, 2, 3] as const).map((level) => `invite_level_${level}_reward` as const);
  const items = (['invite', ...levels] satisfies RewardType[]).map((type, at) => ({
    ...{ id: 9 - at, type, detail: 'b***', amount: `${at}.5000` },
    created_at: '2026-03-10T00:10:00Z',
  }));
  expect(renderText(createElement(RewardDays, { items })).replace(/\u202f/g, ' ')).toBe(
    'Mar 10, 2026 Invited a friend b*** · 12:10 AM +0.50 Level 1 friend joined b*** · 12:10 AM +1.50 Level 2 friend joined b*** · 12:10 AM +2.50 Level 3 friend joined b*** · 12:10 AM +3.50 Days and times are in UTC.',
  );
});

const ADA = {
  id: 71,
  username: 'Ada',
  balance: '5.2000',
  local_amount: '5.20',
  local_currency: 'USD',
};

const awaited = { context: { value: null, failure: null } };
const emptyList = { context: { items: [], failure: null, page: 1, wanted: 1, total: 0 } };

/** The words of the screen's upper part, while the rest is loading. */
function whoIs(user: typeof ADA | null, isOutdated: boolean, isOffline = false): string {
  const auth = {
    context: { user, knownAtMs: null, isOffline },
    matches: () => isOutdated,
    hasTag: () => false,
  };
  const words = renderText(createElement(MineScreen), {
    auth,
    outbox: {
      context: { queue: [], userId: 71, failures: 0, storageError: null },
    },
    earnings: awaited,
    withdrawInfo: { value: 'loading', context: { info: null, methods: [] } },
    theme: { matches: () => false },
    locale: { context: { wanted: 'en', locale: 'en' } },
    clipLoading: { context: { isSavingData: false } },
    dataUsed: { context: { used: null, uncounted: 0 } },
    install: { value: 'waiting' },
    rewards: emptyList,
    corrections: emptyList,
  });
  // without the rolling figures
  return words.replace(/ Earnings This takes .*$/, '').replace(/( [\d.])+(?= )/g, '');
}

const LOST = 'Your profile could not be loaded. Retry';
const PURSE = 'Available balance 5.20 ≈ $5.20 Withdraw now';

test.each([
  [null, false, false, 'Mine Available balance Withdraw now'],
  [null, true, false, `Mine ${LOST}`],
  [null, true, true, 'Mine You are offline Retry'],
  [ADA, false, false, `Mine A Ada ID 71 ${PURSE}`],
  [ADA, true, false, `Mine A Ada ID 71 ${LOST} ${PURSE}`],
  [ADA, true, true, `Mine A Ada ID 71 ${PURSE}`],
])(
  'a known profile stays visible if loading it again failed: %o, lost: %s, offline: %s',
  (user, isOutdated, isOffline, words) => {
    expect(whoIs(user, isOutdated, isOffline)).toBe(words);
  },
);
