import { formattingTag } from './formats.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The start of the server's next day, midnight UTC.
 * @param nowMs ms since 1970
 * @returns its local time of day, and the wait until then, such as “in 5 hours”
 */
export function nextDay(locale: string, nowMs: number): { time: string; wait: string } {
  const atMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const tag = formattingTag(locale);
  const minutes = Math.ceil((atMs - nowMs) / MINUTE_MS);
  const format = new Intl.RelativeTimeFormat(tag);
  return {
    time: new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(atMs),
    wait:
      minutes < 90
        ? format.format(minutes, 'minute')
        : format.format(Math.round((atMs - nowMs) / HOUR_MS), 'hour'),
  };
}
