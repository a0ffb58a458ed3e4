import { expect, test } from 'vitest';
import { isFromEarlierDay } from '../../src/app/actors/earned-at.ts';

const MIDNIGHT_MS = Date.UTC(2026, 10, 22);

test.each([
  ['a moment before midnight', MIDNIGHT_MS - 1, true],
  ['midnight itself', MIDNIGHT_MS, false],
  ['an unknown moment', null, false],
])(
  'a claim is of the day before only if it was earned before midnight: %s',
  (_, earnedAtMs, isBefore) => {
    expect(isFromEarlierDay({ earnedAtMs }, MIDNIGHT_MS + 1)).toBe(isBefore);
  },
);
