import { setupI18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentTime } from '../../src/i18n/recent-time.ts';

const NOW = Date.parse('2026-03-09T12:00:00.000Z');
const HALF_A_DAY_MS = 12 * 60 * 60 * 1_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

// a 12-hour clock shows the same time again after twelve hours
test.each([
  ['half a day ago', -HALF_A_DAY_MS, true],
  ['less than half a day ago', 1 - HALF_A_DAY_MS, false],
  ['now', 0, false],
  ['less than half a day ahead', HALF_A_DAY_MS - 1, false],
  ['half a day ahead', HALF_A_DAY_MS, true],
])('a time has a date only if it is half a day or more away: %s', (_, fromNowMs, hasDate) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  expect(/2026/.test(recentTime(i18n, NOW + fromNowMs))).toBe(hasDate);
});
