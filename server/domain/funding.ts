import {
  type Database,
  inTransaction,
  NeedsPreparation,
  retryOnConflict,
} from '../database/database.ts';
import { redivideAllotments } from './allotments.ts';
import { Refusal } from './context.ts';

/**
 * Part of a statement that reduces the promised sum. The freed amount first reduces the shortfall: room minus shortfall
 * equals deposits minus promises.
 * @param amount SQL of one number; less than 0 frees nothing
 */
export const freeFunds = (amount: string): string => `
  update funding set
    room = room + freed.amount - least(freed.amount, shortfall),
    shortfall = shortfall - least(freed.amount, shortfall)
  from (select (${amount}) as amount) as freed where is_enforced and freed.amount > 0`;

/** A row of a statement that promises rewards. */
export interface Promised {
  /** the amount that no allotment covers; null: there is none */
  readonly uncovered: bigint | null;
}

/**
 * Runs a statement that promises rewards; runs it again after a conflict, or when other allotments have the funds.
 * @param step returns the statement's rows; when `uncovered` is set it has changed nothing
 * @throws Refusal paused_by_operator when the operator's funds do not cover the rewards
 */
export function payFunded<Row extends Promised>(
  db: Database,
  step: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return retryOnConflict(db, async () => {
    const rows = await step();
    const uncovered = rows[0]?.uncovered ?? null;
    if (uncovered === null) return rows;
    if (await areRewardsPaused(db, uncovered)) throw new Refusal('paused_by_operator');
    throw new NeedsPreparation('funds are in other allotments', (pool) =>
      redivideAllotments(pool, uncovered, null),
    );
  });
}

export interface Funding {
  readonly is_enforced: boolean;
  readonly deposited: bigint;
  readonly room: bigint;
  readonly shortfall: bigint;
  /** the sum of payouts, users' balances, and pending rewards */
  readonly promised: bigint;
}

/** SQL of all promises; a debt is not subtracted, because it may never be repaid. */
const PROMISED = `
  (select coalesce(sum(available + held + debited), 0)::bigint from wallet)
    + (select coalesce(sum(amount), 0)::bigint from outbox)
    + (select coalesce(sum(amount), 0)::bigint from outbox_dead)
    + (select coalesce(sum(amount), 0)::bigint from coming_reward)`;

/** SQL of the sum that may still be promised, inside and outside of the allotments. */
const ROOM = '(room + (select coalesce(sum(room), 0)::bigint from funding_allotment))';

export async function readFunding(db: Database): Promise<Funding> {
  const { rows } = await db.query<Funding>(
    `select is_enforced, deposited, ${ROOM} as room, shortfall, ${PROMISED} as promised from funding`,
  );
  const [row] = rows;
  if (!row) throw new Error('no funding');
  return row;
}

/** Whether the funds do not cover a single reward of this amount. */
export async function areRewardsPaused(db: Database, reward: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from funding where is_enforced and ${ROOM} < greatest($1::bigint, 1)`,
    [reward],
  );
  return rowCount === 1;
}

/** Adds a deposit: it first covers promises beyond the earlier deposits. */
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
 * Takes money out, or corrects a deposit recorded by mistake. Promises beyond the rest become a shortfall: while funds
 * are enforced, no further reward is promised until a deposit covers it.
 * @returns false: less than that was deposited, and nothing has changed
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

/** Moves the room of all allotments back to `funding`, whose row is locked already. */
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
 * Begins or ends the enforcement of funds. Locks all wallets for a moment: a reward in progress that had not read the
 * change would not be counted. Rewards that wait for a wallet read the row of `funding` afterwards.
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
