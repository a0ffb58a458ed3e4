import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type AskedMedia,
  MEDIA_SECRET,
  readAddress,
  unplaced,
} from '../../domain/media-addresses.ts';
import { coverLog, isEnoughSent, saveAsked } from '../../domain/media-asked.ts';
import { findSecret } from '../../domain/secrets.ts';
import { addMilliseconds, DAY } from '../../domain/time.ts';
import { type OperatorContext, OperatorError } from '../command.ts';
import { whyUnreadable } from '../unreadable.ts';
import { type LoggedRequest, readLine } from './line.ts';

/** Entries that one statement writes. */
const BATCH = 5_000;
/** No list had addresses that name a person before: a request of 1970 is one of a clock that stood. */
const SIGNED_SINCE = new Date('2026-01-01');
/** Of a line that cannot be read so much is shown. */
const SHOWN = 120;

/** What a log has told. */
export interface ImportedLog {
  readonly requests: number;
  /** requests that name a person and were answered with a part of a clip */
  readonly sent: number;
  /** times of the first and the last request */
  readonly since: Date;
  readonly until: Date;
}

/** A line of a log is shorter. */
const LONGEST = 1_000_000;

/** The lines of a file, also of one that `gzip` has made. */
async function* linesOf(path: string, file: string): AsyncGenerator<string> {
  const bytes = createReadStream(path);
  // what fails in it is told by the one that is read
  const input = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  let rest = '';
  try {
    for await (const text of input.setEncoding('utf8')) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST) throw new Error('it has no lines');
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
    throw new OperatorError(`${where} is of ${request.at.toISOString()}, which is yet to come`);
  }
  return request;
}

/**
 * Writes down which clips a log says were sent to whom. The same log once more changes nothing.
 * @throws OperatorError with the line that cannot be read
 */
export async function importLog(context: OperatorContext, file: string): Promise<ImportedLog> {
  const { db, now, directory } = context;
  const key = await findSecret(db, MEDIA_SECRET);
  let waiting: AskedMedia[] = [];
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
    const asked = isEnoughSent(request) && readAddress(key, request.address, request.at);
    if (!asked) continue;
    sent += 1;
    waiting.push({ ...asked, path: unplaced(asked.path) });
    if (waiting.length < BATCH) continue;
    await saveAsked(db, waiting);
    waiting = [];
  }
  if (last < first) throw new OperatorError(`${file}: has no requests since 2026`);
  await saveAsked(db, waiting);
  const [since, until] = [new Date(first), new Date(last)];
  // one that tells nothing of people is no reason to doubt them: it may lack the query of each address
  if (sent > 0) await coverLog(db, since, until);
  return { requests, sent, since, until };
}
