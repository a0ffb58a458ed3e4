import { expect, test } from 'vitest';
import type { RewardLog } from '../../contract/shapes.ts';
import { earnedByDay, shareOfLargest, sumOf } from '../../src/app/components/earnings.ts';

const reward = (created_at: string, amount: string): RewardLog => ({
  id: 1,
  type: 'video',
  amount,
  created_at,
  detail: '',
});

const rewards = [
  reward('2026-03-02T00:00:00.000Z', '0.1000'),
  reward('2026-03-01T23:59:59.999Z', '0.2000'),
  reward('2026-03-01T08:00:00.000Z', '0.1000'),
  reward('2026-02-27T08:00:00.000Z', '0.6000'),
];

test('each UTC day has the exact sum of its rewards; a day without rewards is listed too', () => {
  const days = earnedByDay(rewards, { first: '2026-02-27', last: '2026-03-02', isComplete: true });
  expect(days).toEqual([
    { day: '2026-02-27', amount: '0.6000' },
    { day: '2026-02-28', amount: '0.0000' },
    { day: '2026-03-01', amount: '0.3000' },
    { day: '2026-03-02', amount: '0.1000' },
  ]);
  expect(sumOf(days)).toBe('1.0000');
  expect(shareOfLargest(days)).toEqual([
    { day: '2026-02-27', share: 1 },
    { day: '2026-02-28', share: 0 },
    { day: '2026-03-01', share: 0.5 },
    { day: '2026-03-02', share: 1 / 6 },
  ]);
});

test('a day whose rewards are incomplete is left out, and so are the days before it', () => {
  const days = earnedByDay(rewards, { first: '2026-02-01', last: '2026-03-02', isComplete: false });
  expect(days.map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
});

test('today is shown even if not all of its rewards could be fetched', () => {
  const days = earnedByDay([reward('2026-03-02T08:00:00.000Z', '0.1000')], {
    first: '2026-02-01',
    last: '2026-03-02',
    isComplete: false,
  });
  expect(days).toEqual([{ day: '2026-03-02', amount: '0.1000' }]);
});

test('days without rewards have bars without height', () => {
  const days = earnedByDay([], { first: '2026-03-01', last: '2026-03-02', isComplete: true });
  expect(shareOfLargest(days).map(({ share }) => share)).toEqual([0, 0]);
});
