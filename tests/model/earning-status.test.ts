import { expect, test } from 'vitest';
import { selectEarningStatus } from '../../machines/earning.selectors.ts';
import { closedReasonOf } from '../../machines/feed/feed.selectors.ts';
import { count } from './samples.ts';

test('the reason of a closed claim is the earning status, or its own limit while earning is open', () => {
  const all = ['visitor', 'rewardsPaused', 'limitReached', 'open'] as const;
  expect(all.map(closedReasonOf)).toEqual([
    'visitor',
    'rewardsPaused',
    'limitReached',
    'limitReached',
  ]);
});

test.each([
  ['visitor', undefined],
  ['rewardsPaused', { count, isPaused: true }],
  ['limitReached', { count: { ...count, remaining: 0 }, isPaused: false }],
  ['limitReached', { count: null, isPaused: false }],
  ['open', { count, isPaused: undefined }],
])('the status of earning is %s', (status, context) => {
  expect(selectEarningStatus(context && ({ context } as never))).toBe(status);
});
