import { hash as digestOf } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Call } from '../../contract/call.ts';
import {
  changeEmail,
  changePassword,
  deleteAccount,
  makeRecoveryCodes,
  passkeyOptions,
  proveByPasskey,
  proveByPassword,
  sendClaims,
  sendConfirmLink,
  sendProgress,
} from '../../contract/calls.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '../../contract/envelope.ts';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { type AnswerKey, Refusal, Replay } from '../domain/context.ts';
import { itemOf, noteRefusal } from '../domain/refused-calls.ts';
import { addMilliseconds, DAY, utcDay } from '../domain/time.ts';
import { type Answer, invalidRequest, refused } from './envelope.ts';
import { claimPaths } from './function-calls.ts';

const LIFETIME_MS = DAY;
/** A paid claim may be sent again for a week, under the key of its first attempt. */
const CLAIM_LIFETIME_MS = 8 * DAY;

/** A request that must not take effect twice. */
export interface Attempt {
  readonly userId: bigint;
  readonly path: string;
  readonly key: string;
  /** as parsed: bodies with the same values count as the same */
  readonly input: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/**
 * Paths without an idempotency key. In `sendClaims` each claim has a key; a clip's progress is noted once, however
 * often it is sent. For calls with a proof of identity, the database would store a fast hash of the password, which
 * makes guessing easy, and a rollback would undo the count of failed attempts. The answer of `sendConfirmLink`
 * contains the e-mail, and is not stored either.
 */
const KEYLESS: ReadonlySet<string> = new Set(
  [
    ...[sendClaims, changePassword, changeEmail, makeRecoveryCodes, passkeyOptions, deleteAccount],
    ...[sendProgress, proveByPassword, proveByPasskey, sendConfirmLink],
  ].map(({ path }) => path),
);

export const acceptsIdempotencyKey = ({ method, path }: Call) =>
  method === 'POST' && !KEYLESS.has(path);

/** The request's idempotency key, if any. @throws TransportFault 400 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw invalidRequest({ [IDEMPOTENCY_HEADER]: '1 to 64 letters, digits, "_" or "-"' });
  }
  return key;
}

/**
 * Answers an attempt once: its answer is stored in the transaction that moves the money, so both
 * happen or neither, and the same attempt later gets the same bytes. The work runs first and stores
 * the key last: a duplicate, simultaneous or late, does the work too, finds the key taken, and is
 * rolled back. Refusals are answers too; faults and ended sessions are not.
 * @param run does the work in the given transaction, again after a conflict with another request,
 *   has no effect outside of it, and may throw Refusal
 */
export async function answerOnce(
  pool: pg.Pool,
  attempt: Attempt,
  run: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const bodyHash = hash(attempt.input);
  const answer = await answerFirst(pool, attempt, bodyHash, run);
  if (answer !== null) return answer;
  // a key that has vanished by now has just expired
  return (await storedAnswer(pool, attempt, bodyHash)) ?? answerOnce(pool, attempt, run);
}

/**
 * Like `answerOnce`, for a call whose database function looks up the key's answer and stores a
 * successful one, in one round trip. A refusal is stored here.
 */
export async function answerByFunction(
  pool: pg.Pool,
  attempt: Attempt,
  run: (answerKey: AnswerKey) => Promise<Answer>,
): Promise<Answer> {
  const answerKey = answerKeyOf(attempt);
  const { bodyHash } = answerKey;
  try {
    return await run(answerKey);
  } catch (error) {
    if (error instanceof Replay) return replayed(error.text);
    if (!(error instanceof Refusal) || error.reason === 'idempotency_key_reused') throw error;
    const answer = await storeRefusal(pool, attempt, bodyHash, error);
    return (
      answer ??
      (await storedAnswer(pool, attempt, bodyHash)) ??
      answerByFunction(pool, attempt, run)
    );
  }
}

/** Key and expiry for an answer that a function of the database stores. */
export function answerKeyOf(attempt: Attempt): AnswerKey {
  const { path, key, input } = attempt;
  return { path, key, bodyHash: hash(input), expiresAt: expiryOf(attempt, 'ok') };
}

/** The key has an answer already: rolls back the work of this attempt. */
class KeyTaken extends Error {}

/** @returns null when the key has an answer already; then nothing has changed */
async function answerFirst(
  pool: pg.Pool,
  attempt: Attempt,
  bodyHash: Buffer,
  run: (db: Database) => Promise<Answer>,
): Promise<Answer | null> {
  const work = async (db: Database) => {
    const answer = await run(db);
    if (!(await store(db, attempt, bodyHash, answer))) throw new KeyTaken();
    return answer;
  };
  try {
    return await retryOnConflict(pool, () => inTransaction(pool, work));
  } catch (error) {
    if (error instanceof KeyTaken) return null;
    if (!(error instanceof Refusal)) throw error;
    return storeRefusal(pool, attempt, bodyHash, error);
  }
}

/** @returns null when the key has an answer already */
async function storeRefusal(
  pool: pg.Pool,
  attempt: Attempt,
  bodyHash: Buffer,
  refusal: Refusal,
): Promise<Answer | null> {
  const answer = refused(refusal);
  const noted = [utcDay(attempt.now), itemOf(attempt.input), refusal.reason];
  const { rowCount } = await pool.query({
    name: 'store_refusal',
    text: STORE_REFUSAL,
    values: [...valuesOf(attempt, bodyHash, answer), ...noted],
  });
  return rowCount === 1 ? answer : null;
}

// a claim's refusal expires sooner than a paid answer: it moved no money, so a later request is decided again
function expiryOf({ path, now }: Attempt, outcome: string): Date {
  const isLong = claimPaths.has(path) && outcome === 'ok';
  return addMilliseconds(now, isLong ? CLAIM_LIFETIME_MS : LIFETIME_MS);
}

const STORE = `
  insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (user_id, path, key) do update set
    body_hash = excluded.body_hash, answer = excluded.answer, expires_at = excluded.expires_at
  where kept_answer.expires_at <= $7`;

/** Stores a refusal, which operators can look up. */
const STORE_REFUSAL = `
  with kept as (${STORE} returning user_id), noted as (${noteRefusal('kept')})
  select from kept`;

const valuesOf = (attempt: Attempt, bodyHash: Buffer, { text, outcome }: Answer) => {
  const { userId, path, key, now } = attempt;
  return [userId, path, key, bodyHash, text, expiryOf(attempt, outcome), now];
};

/**
 * Stores an answer; waits while a duplicate is storing its own.
 * @returns false: the key has an unexpired answer, which stays
 */
async function store(
  db: Database,
  attempt: Attempt,
  bodyHash: Buffer,
  answer: Answer,
): Promise<boolean> {
  const values = valuesOf(attempt, bodyHash, answer);
  const { rowCount } = await db.query({ name: 'store_answer', text: STORE, values });
  return rowCount === 1;
}

const replayed = (text: string): Answer => ({ status: 200, text, outcome: 'replayed' });

/** @returns null when no answer is stored */
async function storedAnswer(
  db: Database,
  attempt: Attempt,
  bodyHash: Buffer,
): Promise<Answer | null> {
  const { rows } = await db.query<{ body_hash: Buffer; answer: string }>(
    'select body_hash, answer from kept_answer where user_id = $1 and path = $2 and key = $3',
    [attempt.userId, attempt.path, attempt.key],
  );
  const [first] = rows;
  if (first === undefined) return null;
  if (!first.body_hash.equals(bodyHash)) throw new Refusal('idempotency_key_reused');
  return replayed(first.answer);
}

function hash(input: Attempt['input']): Buffer {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf('sha256', JSON.stringify(fields), 'buffer');
}
