import { type Database, inTransaction, retryOnConflict, Unprepared } from '../database/database.ts';
import { allot } from './allotments.ts';
import { Refusal } from './context.ts';

/**
 * Part of a statement after which less is promised than before. It covers first what is lacking:
 * room less shortfall is deposited less promised.
 * @param amount SQL of one number; less than 0 frees nothing
 */
export const freeFunds = (amount: string): string => `
  update funding set
    room = room + freed.amount - least(freed.amount, shortfall),
    shortfall = shortfall - least(freed.amount, shortfall)
  from (select (${amount}) as amount) as freed where is_enforced and freed.amount > 0`;

/** A row of a statement that promises rewards; null: they are covered. */
export interface Promised {
  readonly uncovered: bigint | null;
}

/**
 * Runs a statement that promises rewards, again when it lost a race, or when the funds lie in other
 * allotments.
 * @param step the statement's rows; when `uncovered` is set it has changed nothing
 * @throws Refusal paused_by_operator when the operator's funds do not cover them
 */
export function payFunded<Row extends Promised>(
  db: Database,
  step: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return retryOnConflict(db, async () => {
    const rows = await step();
    const uncovered = rows[0]?.uncovered ?? null;
    if (uncovered === null) return rows;
    if (await arePaused(db, uncovered)) throw new Refusal('paused_by_operator');
    throw new Unprepared('funds are in other allotments', (pool) => allot(pool, uncovered, null));
  });
}

export interface Funding {
  readonly is_enforced: boolean;
  readonly deposited: bigint;
  readonly room: bigint;
  readonly shortfall: bigint;
  /** what was paid out, what users have, and what is on its way to them */
  readonly promised: bigint;
}

/** SQL of all that was promised: a debt is none of it, for it may never be repaid. */
const PROMISED = `
  (select coalesce(sum(available + held + debited), 0)::bigint from wallet)
    + (select coalesce(sum(amount), 0)::bigint from outbox)
    + (select coalesce(sum(amount), 0)::bigint from outbox_dead)
    + (select coalesce(sum(amount), 0)::bigint from coming_reward)`;

/** SQL of what may still be promised, wherever it lies. */
const ROOM = '(room + (select coalesce(sum(room), 0)::bigint from funding_allotment))';

export async function readFunding(db: Database): Promise<Funding> {
  const { rows } = await db.query<Funding>(
    `select is_enforced, deposited, ${ROOM} as room, shortfall, ${PROMISED} as promised from funding`,
  );
  const [row] = rows;
  if (!row) throw new Error('no funding');
  return row;
}

/** Whether not even one reward of this amount is covered. */
export async function arePaused(db: Database, reward: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from funding where is_enforced and ${ROOM} < greatest($1::bigint, 1)`,
    [reward],
  );
  return rowCount === 1;
}

/** Puts money in: it covers first what was promised beyond the deposits. */
export async function depositFunds(
  db: Database,
  amount: bigint,
  reason: string,
  now: Date,
): Promise<void> {
  await db.query(
    `with deposit as (
       insert into funding_deposit (amount, reason, created_at) values ($1, $2, $3)
     )
     update funding set deposited = deposited + $1::bigint,
       room = room + greatest($1 - shortfall, 0), shortfall = greatest(shortfall - $1, 0)`,
    [amount, reason, now],
  );
}

/**
 * Takes money out again, or what was recorded by mistake. What is promised beyond the rest is
 * lacking: while funds are enforced no reward is given until a deposit has covered it.
 * @returns false: less than that was put in, and nothing has changed
 */
export function removeFunds(
  db: Database,
  amount: bigint,
  reason: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await transaction.query('select from funding for update');
    await transaction.query(GATHER);
    return remove(transaction, amount, reason, now);
  });
}

/** Puts all allotments back; the row of `funding` is locked already. */
const GATHER = `
  with allotment as (select slot, room from funding_allotment order by slot for update),
  emptied as (
    update funding_allotment set room = 0 from allotment
    where funding_allotment.slot = allotment.slot and allotment.room > 0
  )
  update funding set room = funding.room + (select sum(room)::bigint from allotment)`;

async function remove(db: Database, amount: bigint, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `with remaining as (
       update funding set deposited = deposited - $1::bigint,
         room = greatest(room - $1, 0), shortfall = shortfall + greatest($1 - room, 0)
       where deposited >= $1 returning deposited
     )
     insert into funding_deposit (amount, reason, created_at)
     select -$1::bigint, $2, $3 from remaining`,
    [amount, reason, now],
  );
  return rowCount === 1;
}

/**
 * Begins or ends the enforcing. No reward may be between its beginning and its end meanwhile: one
 * that had not seen the change would not be counted. So all wallets are closed for this moment, and
 * whoever waits for one looks at this row afterwards.
 */
export function enforceFunding(db: Database, isEnforced: boolean): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction.query('lock table wallet in exclusive mode');
    await transaction.query('select from funding for update');
    await transaction.query(GATHER);
    await transaction.query(
      `update funding set is_enforced = $1,
         room = greatest(deposited - promised, 0), shortfall = greatest(promised - deposited, 0)
       from (select ${PROMISED} as promised) as sums where is_enforced <> $1`,
      [isEnforced],
    );
  });
}
