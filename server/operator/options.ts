import { MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { utcDay } from '../domain/time.ts';
import { UsageError } from './command.ts';

/** @throws UsageError when the text is no positive whole number */
export function readId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) {
    throw new UsageError(`ID must be a positive whole number, not "${text ?? ''}"`);
  }
  return Number(text);
}

/** @returns 1/10,000 units; null when the option is not given */
export function readMoney(name: string, text: string | undefined): bigint | null {
  if (text === undefined) return null;
  if (!MONEY_INPUT.test(text)) {
    throw new UsageError(`--${name} must be an amount with at most four places, not "${text}"`);
  }
  return parseMoney(text);
}

/** @returns whole seconds; null when the option is not given */
export function readSeconds(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,4}$/.test(text)) {
    throw new UsageError(`--${name} must be a whole number of seconds, not "${text}"`);
  }
  return Number(text);
}

/** @throws UsageError when the text is empty or too long */
export function readText(name: string, text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > max) {
    throw new UsageError(`--${name} must have 1 to ${max} characters`);
  }
  return trimmed;
}

const momentOfDay = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** Is the text a day such as 2026-03-31? `Date` reads the 30th of February as the 2nd of March. */
function isDay(text: string): boolean {
  const moment = momentOfDay(text);
  const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime());
  return isWritten && utcDay(moment) === text;
}

/**
 * @param text a day of UTC such as 2026-03-31
 * @returns its first moment; null when the option is not given
 */
export function readDay(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  if (!isDay(text)) {
    throw new UsageError(`--${name} must be a day such as 2026-03-31, not "${text}"`);
  }
  return momentOfDay(text);
}

/**
 * @param text a moment with its time zone, such as 2026-03-31T12:00:00Z
 * @returns null when the option is not given
 */
export function readMoment(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const moment = new Date(text);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(
    text,
  );
  if (!isMoment || Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10))) {
    throw new UsageError(
      `--${name} must be a moment with its zone such as 2026-03-31T12:00:00Z, not "${text}"`,
    );
  }
  return moment;
}

/** @returns a whole number from 1 to 999999; `other` when the option is not given */
export function readCount(name: string, text: string | undefined, other: number): number {
  if (text === undefined) return other;
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new UsageError(`--${name} must be a whole number from 1 to 999999, not "${text}"`);
  }
  return Number(text);
}
