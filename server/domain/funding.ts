import {
  type Database,
  inTransaction,
  retryOnConflict,
  violatedCheck,
} from '../database/database.ts';
import { Refusal } from './context.ts';

/**
 * Part of a statement that promises rewards: takes their sum from what the operator has put in,
 * while that is enforced. The row's check makes the whole statement fail when there is not enough.
 * What is freed covers first what is lacking: room less shortfall is deposited less promised.
 * @param amount SQL of one number; below 0: so much less is promised
 */
export const takeFunds = (amount: string): string => `
  update funding set
    room = room - taken.amount - least(greatest(-taken.amount, 0), shortfall),
    shortfall = greatest(shortfall - greatest(-taken.amount, 0), 0)
  from (select (${amount}) as amount) as taken where is_enforced and taken.amount <> 0`;

/** SQL of what the statement's rewards have repaid of debts: nobody is promised it any more. */
export const REPAID_SUM = 'select coalesce(sum(repaid), 0)::bigint from moved';
/** SQL of what the rows `due` promise. */
export const DUE_SUM = `(select coalesce(sum(amount), 0)::bigint from due) - (${REPAID_SUM})`;

/**
 * Runs a statement that promises rewards, again when it lost a race.
 * @throws Refusal paused_by_operator when the operator's funds do not cover them
 */
export async function payFunded<Result>(
  db: Database,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await retryOnConflict(db, step);
  } catch (error) {
    if (violatedCheck(error) === 'funding_room') throw new Refusal('paused_by_operator');
    throw error;
  }
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

export async function readFunding(db: Database): Promise<Funding> {
  const { rows } = await db.query<Funding>(
    `select is_enforced, deposited, room, shortfall, ${PROMISED} as promised from funding`,
  );
  const [row] = rows;
  if (!row) throw new Error('no funding');
  return row;
}

/** Whether not even one reward of this amount is covered. */
export async function arePaused(db: Database, reward: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from funding where is_enforced and room < greatest($1::bigint, 1)',
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
export async function removeFunds(
  db: Database,
  amount: bigint,
  reason: string,
  now: Date,
): Promise<boolean> {
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
    await transaction.query(
      `update funding set is_enforced = $1,
         room = greatest(deposited - promised, 0), shortfall = greatest(promised - deposited, 0)
       from (select ${PROMISED} as promised) as sums where is_enforced <> $1`,
      [isEnforced],
    );
  });
}
