import { resolve } from 'node:path';
import { MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { type Bank, OperatorError, UsageError } from './command.ts';
import { Shelf, type Shelved } from './media/shelf.ts';
import { isUrl } from './media/source.ts';

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

function checkSeconds(seconds: number | null, { duration_ms }: Shelved): void {
  if (seconds === null || seconds * 1000 <= duration_ms) return;
  throw new OperatorError(
    `nobody can watch ${seconds} s of a clip of ${(duration_ms / 1000).toFixed(1)} s`,
  );
}

/**
 * Puts media on the shelf and inserts what is made of it: both happen, or neither.
 * @param insert @returns what the command prints
 */
export async function addMedia<Result>(
  { dataDir, directory }: Bank,
  source: { media: string; poster: string | undefined; seconds: number | null },
  insert: (media: Shelved) => Promise<Result>,
): Promise<Result> {
  const shelf = new Shelf(dataDir);
  const locate = (name: string) => (isUrl(name) ? name : resolve(directory, name));
  const poster = source.poster === undefined ? undefined : locate(source.poster);
  let kept = false;
  try {
    const media = await shelf.add(locate(source.media), poster);
    checkSeconds(source.seconds, media);
    const result = await insert(media);
    kept = true;
    return result;
  } finally {
    await shelf.close(kept);
  }
}
