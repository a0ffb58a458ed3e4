import type { I18n } from '@lingui/core';

const HALF_A_DAY_MS = 12 * 60 * 60 * 1_000;

/**
 * Formats a time of day; adds the date if the time is more than half a day away.
 * @param atMs ms since 1970
 */
export function recentTime(i18n: I18n, atMs: number): string {
  const isRecent = Math.abs(Date.now() - atMs) < HALF_A_DAY_MS;
  return i18n.date(new Date(atMs), {
    ...(!isRecent && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
}
