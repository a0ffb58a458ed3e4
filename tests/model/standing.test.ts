import { expect, test } from 'vitest';
import { closingOf } from '../../machines/feed/feed.selectors.ts';
import { selectStanding } from '../../machines/limit.selectors.ts';
import { count } from './samples.ts';

test('why nothing is earned is what stands now, else a limit that is not of clips', () => {
  const all = ['visitor', 'rewardsPaused', 'limitReached', 'open'] as const;
  expect(all.map(closingOf)).toEqual(['visitor', 'rewardsPaused', 'limitReached', 'limitReached']);
});

test.each([
  ['visitor', undefined],
  ['rewardsPaused', { count, isPaused: true }],
  ['limitReached', { count: { ...count, remaining: 0 }, isPaused: false }],
  ['limitReached', { count: null, isPaused: false }],
  ['open', { count, isPaused: undefined }],
])('it stands %s by what the limit knows', (standing, context) => {
  expect(selectStanding(context && ({ context } as never))).toBe(standing);
});
