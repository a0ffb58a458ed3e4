import { type Database, inTransaction } from '../database/database.ts';
import { type ListDefinition, type Page, readPage, type Selection } from './listing.ts';
import { addMilliseconds, SECOND } from './time.ts';

export interface OutboxKey {
  readonly user_id: bigint;
  readonly op: string;
  readonly idempotency_key: string;
}

/** A reward that could not be credited, and waits for the operator. */
export interface DeadLetter extends OutboxKey {
  readonly dead_id: bigint;
  readonly username: string | null;
  readonly amount: bigint;
  readonly detail: string;
  readonly created_at: Date;
  readonly failed_at: Date;
  readonly error: string;
}

/** After this many failures a row becomes a dead letter; the cause of fewer failures may be temporary. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = SECOND;

/** $1 to $3 the row, $4 now, $5 when to try again, $6 why it failed. */
const NOTE_FAILURE = `
  with dead as (
    delete from outbox
    where (user_id, op, idempotency_key) = ($1, $2, $3) and attempts + 1 >= ${MAX_ATTEMPTS}
    returning *
  ),
  laid_aside as (
    insert into outbox_dead
      (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
    select user_id, op, idempotency_key, amount, detail, created_at, $4::timestamptz, $6::text
    from dead
  )
  update outbox set attempts = attempts + 1, due_at = $5
  where (user_id, op, idempotency_key) = ($1, $2, $3) and attempts + 1 < ${MAX_ATTEMPTS}`;

/** Delays a failed row for one second, or makes it a dead letter after `MAX_ATTEMPTS`. */
export async function noteFailure(
  db: Database,
  { user_id, op, idempotency_key }: OutboxKey,
  error: string,
  now: Date,
): Promise<void> {
  const dueAt = addMilliseconds(now, RETRY_MS);
  await db.query(NOTE_FAILURE, [user_id, op, idempotency_key, now, dueAt, error]);
}

const LISTED: ListDefinition = {
  table: 'outbox_dead',
  time: 'failed_at',
  key: 'dead_id',
  amount: 'amount',
};

/** Lists the dead letters, the oldest first. */
export const listDeadLetters = (db: Database, selection: Selection): Promise<Page<DeadLetter>> =>
  readPage(
    db,
    LISTED,
    selection,
    (dead) => `select outbox_dead.*, username from ${dead} left join account using (user_id)`,
  );

export async function countDeadLetters(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from outbox_dead',
  );
  return rows[0]?.count ?? 0;
}

/** Puts a reward back into the outbox. @returns null when there is no such dead letter */
export async function retryDeadLetter(db: Database, id: number): Promise<OutboxKey | null> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await transaction.query<
      OutboxKey & { amount: bigint; detail: string; created_at: Date }
    >(
      `delete from outbox_dead where dead_id = $1
       returning user_id, op, idempotency_key, amount, detail, created_at`,
      [id],
    );
    const [dead] = rows;
    if (!dead) return null;
    const { user_id, op, idempotency_key, amount, detail, created_at } = dead;
    await transaction.query(
      `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [user_id, op, idempotency_key, amount, detail, created_at],
    );
    return { user_id, op, idempotency_key };
  });
}
