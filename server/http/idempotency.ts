import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '../../contract/envelope.ts';
import { afterRivals, type Database, inTransaction } from '../database/database.ts';
import { Refusal } from '../domain/context.ts';
import { type Answer, invalidRequest, refused } from './envelope.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Rows that one round of the clean-up deletes, so that it never holds others up. */
const CLEANUP_ROWS = 1000;

/** One request that must not happen twice. */
export interface Attempt {
  readonly userId: bigint;
  readonly path: string;
  readonly key: string;
  /** as checked: two bodies that say the same are the same */
  readonly input: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/**
 * The key that a request carries, if any.
 * @throws TransportFault 400
 */
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
 * happen or neither, and the same attempt later gets the same bytes. The work comes first and the
 * key last: a twin, simultaneous or late, does the work too, finds the key taken, and all that it
 * did is undone. Refusals are answers too; faults and ended sessions are not.
 * @param run does the work in the given transaction, more than once where rivals are about, leaves
 *   traces nowhere else, and may throw Refusal
 */
export async function answerOnce(
  pool: pg.Pool,
  attempt: Attempt,
  run: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const bodyHash = hash(attempt.input);
  try {
    return await answerFirst(pool, attempt, bodyHash, run);
  } catch (error) {
    if (!isTaken(error)) throw error;
    // a key that is gone by now was just old enough to be forgotten
    return (await storedAnswer(pool, attempt, bodyHash)) ?? answerOnce(pool, attempt, run);
  }
}

/** Fails with what `isTaken` knows when the key has an answer already. */
async function answerFirst(
  pool: pg.Pool,
  attempt: Attempt,
  bodyHash: Buffer,
  run: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const keep = ({ text }: Answer) => keepStatement(attempt, bodyHash, text);
  try {
    return await afterRivals(pool, () => inTransaction(pool, run, keep));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const answer = refused(error);
    await pool.query(keep(answer));
    return answer;
  }
}

/**
 * Stores an answer; waits while a twin is storing its own. A key younger than 24 hours must not be
 * overwritten, and the whole transaction must fail by it: it is given a time of null, which the
 * table refuses.
 */
function keepStatement(attempt: Attempt, bodyHash: Buffer, answer: string): pg.QueryConfig {
  const expired = new Date(attempt.now.getTime() - LIFETIME_MS);
  return {
    name: 'keep_answer',
    text: `insert into kept_answer (user_id, path, key, body_hash, answer, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, path, key) do update set
       body_hash = excluded.body_hash, answer = excluded.answer,
       created_at = case when kept_answer.created_at <= $7 then excluded.created_at end`,
    values: [attempt.userId, attempt.path, attempt.key, bodyHash, answer, attempt.now, expired],
  };
}

const NOT_NULL_VIOLATION = '23502';

/** Whether `keepStatement` failed because the key has an answer. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === NOT_NULL_VIOLATION &&
    error.table === 'kept_answer'
  );
}

/** @returns null when there is none */
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
  return { status: 200, text: first.answer, outcome: 'replayed' };
}

function hash(input: Attempt['input']): Buffer {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/**
 * Deletes keys older than 24 hours, a bounded number at a time.
 * @returns how many went
 */
export async function forgetOldKeys(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from kept_answer where (user_id, path, key) in (
       select user_id, path, key from kept_answer where created_at <= $1
       order by created_at limit ${CLEANUP_ROWS} for update skip locked)`,
    [new Date(now.getTime() - LIFETIME_MS)],
  );
  return rowCount ?? 0;
}

const CLEANUP_EVERY_MS = 60_000;

/** Forgets old keys every minute, until the returned function is called. */
export function startKeyCleanup(pool: pg.Pool, onError: (error: unknown) => void) {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const round = async () => {
    try {
      while (!stopped && (await forgetOldKeys(pool, new Date())) === CLEANUP_ROWS);
    } catch (error) {
      onError(error);
    }
    if (!stopped) wait();
  };
  const wait = () => {
    timer = setTimeout(round, CLEANUP_EVERY_MS).unref();
  };
  wait();
  return async () => {
    stopped = true;
    clearTimeout(timer);
  };
}
