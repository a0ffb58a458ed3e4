import type { SpanColumns } from '../domain/media-visibility.ts';
import { utcDay } from '../domain/time.ts';
import { type Arguments, UsageError } from './command.ts';

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * @param text a UTC day, which means its beginning, or a time, in UTC unless it names a zone
 * @throws UsageError when the day or time does not exist
 */
function readTime(name: string, text: string): Date {
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  const instant = new Date(`${day}T${time}${zone}`);
  const midnight = new Date(`${day}T00:00Z`);
  // `Date` would read the 30th of February as a day of March
  const isDay = !Number.isNaN(midnight.getTime()) && utcDay(midnight) === day;
  if (isDay && !Number.isNaN(instant.getTime())) return instant;
  throw new UsageError(
    `--${name} must be a day or a time such as 2026-03-31, 2026-03-31T18:00 (UTC) or 2026-03-31T18:00+02:00, not "${text}"`,
  );
}

/** Reads a clip's period in the feed, by column; `none`: unlimited on that side. @throws UsageError */
export function readFeedPeriod({ from, until }: Arguments['values']): Partial<SpanColumns> {
  const read = (name: string, text: string) => (text === 'none' ? null : readTime(name, text));
  return {
    ...(from !== undefined && { feed_from: read('from', from) }),
    ...(until !== undefined && { feed_until: read('until', until) }),
  };
}

/** @throws UsageError when the period ends before it begins */
export function checkFeedPeriod({
  feed_from: from,
  feed_until: until,
}: Partial<SpanColumns>): void {
  if (!from || !until || from < until) return;
  throw new UsageError(
    `the time in the feed must end after it begins: ${from.toISOString()} to ${until.toISOString()}`,
  );
}
