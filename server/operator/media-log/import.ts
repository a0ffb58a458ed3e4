import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  MEDIA_SECRET,
  type MediaRequest,
  readAddress,
  storedMediaUrl,
} from '../../domain/media-addresses.ts';
import { hasSentClipPart, recordLogPeriod, saveMediaRequests } from '../../domain/media-asked.ts';
import { findSecret } from '../../domain/secrets.ts';
import { addMilliseconds, DAY } from '../../domain/time.ts';
import { type OperatorContext, OperatorError } from '../command.ts';
import { whyUnreadable } from '../unreadable.ts';
import { type LoggedRequest, readLine } from './line.ts';

/** Requests per statement. */
const BATCH = 5_000;
/** No list had URLs that name a person before this day: an older request comes from a wrong clock. */
const SIGNED_SINCE = new Date('2026-01-01');
/** Characters of an unreadable line that are shown. */
const SHOWN = 120;

/** Summary of an imported log. */
export interface ImportedLog {
  readonly requests: number;
  /** answered requests for a part of a clip whose URL names a person */
  readonly sent: number;
  /** times of the first and the last request */
  readonly since: Date;
  readonly until: Date;
}

/** Longest line of a log, in characters. */
const LONGEST = 1_000_000;

/** Yields the lines of a file, which may be compressed by `gzip`. */
async function* linesOf(path: string, file: string): AsyncGenerator<string> {
  const bytes = createReadStream(path);
  // the callback ignores errors of the file: the returned stream fails with them
  const input = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  let rest = '';
  try {
    for await (const text of input.setEncoding('utf8')) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST) throw new Error('it has a line that is too long');
      yield* lines;
    }
  } catch (error) {
    throw new OperatorError(`${file}: ${whyUnreadable(error as Error)}`);
  }
  yield rest;
}

function requestOf(text: string, where: string, now: Date): LoggedRequest {
  const request = readLine(text);
  if (!request) {
    throw new OperatorError(
      `${where} is no request in the common or combined format, nor in JSON with its time, method, ` +
        `address, status and bytes: ${text.slice(0, SHOWN)}\nNothing was imported`,
    );
  }
  if (request.at > addMilliseconds(now, DAY)) {
    throw new OperatorError(
      `${where} has the time ${request.at.toISOString()}, which is in the future`,
    );
  }
  return request;
}

/**
 * Records which clips were sent to whom, according to a log. Importing the same log again changes nothing.
 * @throws OperatorError with the line that cannot be read
 */
export async function importLog(context: OperatorContext, file: string): Promise<ImportedLog> {
  const { db, now, directory } = context;
  const key = await findSecret(db, MEDIA_SECRET);
  let waiting: MediaRequest[] = [];
  let [line, requests, sent] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const text of linesOf(resolve(directory, file), file)) {
    line += 1;
    if (text.trim() === '') continue;
    const request = requestOf(text, `${file}: line ${line}`, now);
    if (request.at < SIGNED_SINCE) continue;
    requests += 1;
    first = Math.min(first, request.at.getTime());
    last = Math.max(last, request.at.getTime());
    const asked = hasSentClipPart(request) && readAddress(key, request.address, request.at);
    if (!asked) continue;
    sent += 1;
    waiting.push({ ...asked, path: storedMediaUrl(asked.path) });
    if (waiting.length < BATCH) continue;
    await saveMediaRequests(db, waiting);
    waiting = [];
  }
  if (last < first) throw new OperatorError(`${file} has no requests since 2026`);
  await saveMediaRequests(db, waiting);
  const [since, until] = [new Date(first), new Date(last)];
  // a log whose URLs name nobody is no evidence against people: it may lack the URLs' queries
  if (sent > 0) await recordLogPeriod(db, since, until);
  return { requests, sent, since, until };
}
