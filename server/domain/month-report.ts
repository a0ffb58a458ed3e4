import type { Database } from '../database/database.ts';
import { readFunding } from './funding.ts';
import { inSnapshot, own, slicesOf } from './user-slices.ts';

/** Entries of one kind in one part of the ledger's history. */
interface Moved {
  readonly period: 'before' | 'month' | 'after';
  readonly op: string;
  readonly debit: string;
  readonly credit: string;
  /** how a payment was made; null: the entry is not a payment */
  readonly method: string | null;
  /** 1/10,000 units */
  readonly amount: bigint;
}

/** The sums of the users' accounts at one moment, in 1/10,000 units. */
export interface Balance {
  readonly available: bigint;
  readonly held: bigint;
  /** the users' debts; not subtracted from the other sums */
  readonly debts: bigint;
}

/** Amounts in 1/10,000 units by name, sorted by name. */
export type Amounts = ReadonlyMap<string, bigint>;

export interface MonthReport {
  readonly opening: Balance;
  readonly closing: Balance;
  /** sums of the month, from the entries */
  readonly earned: Amounts;
  readonly taken: bigint;
  readonly requested: bigint;
  readonly givenBack: bigint;
  readonly paid: Amounts;
  readonly returned: Amounts;
  readonly repaid: bigint;
  /** present amounts of requests by step, and of pending rewards by place */
  readonly heldByStep: Amounts;
  readonly onItsWay: Amounts;
  /** the present promises as in `funding show`; `owed` and `paidOut` are parts of this sum */
  readonly promised: bigint;
  readonly owed: bigint;
  readonly paidOut: bigint;
}

/** $1 and $2 the slice of users, $3 and $4 the month's beginning and end. */
const MOVED = `
  select case when transfer.created_at < $3 then 'before'
      when transfer.created_at < $4 then 'month' else 'after' end as period,
    op, debit, credit, method, sum(transfer.amount)::bigint as amount
  from ${own('transfer')}
  left join ${own('withdrawal')} on 'payouts' in (debit, credit)
    and withdrawal.user_id = transfer.user_id
    and 'withdrawal:' || withdrawal_id = idempotency_key
  group by 1, 2, 3, 4, 5`;

/** Present amounts held by requests, and of pending rewards by place. */
const PRESENT_AMOUNTS = `
  select 'held' as part, step as name, sum(amount)::bigint as amount
  from withdrawal where status = 'pending' group by step
  union all select 'way', 'outbox', sum(amount)::bigint from outbox
  union all select 'way', 'laid aside', sum(amount)::bigint from outbox_dead
  union all select 'way', 'until a friend has watched', sum(amount)::bigint from coming_reward
  order by 1, 2`;

interface Waiting {
  readonly part: 'held' | 'way';
  readonly name: string;
  readonly amount: bigint | null;
}

const total = (rows: readonly { readonly amount: bigint }[]): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n);

export const sumOf = (amounts: Amounts): bigint =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);

function amountsBy<Row extends { readonly amount: bigint }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Amounts {
  const groups = Map.groupBy(rows, nameOf);
  const names = [...groups.keys()].sort();
  return new Map(names.map((name) => [name, total(groups.get(name) ?? [])]));
}

function balanceOf(rows: readonly Moved[]): Balance {
  const of = (account: string) =>
    total(rows.filter(({ credit }) => credit === account)) -
    total(rows.filter(({ debit }) => debit === account));
  return { available: of('available'), held: of('held'), debts: -of('debt') };
}

const isBetween =
  (from: string, to: string) =>
  ({ debit, credit }: Moved) =>
    debit === from && credit === to;

function monthOf(rows: readonly Moved[]) {
  const between = (from: string, to: string) => rows.filter(isBetween(from, to));
  const methodOf = ({ method }: Moved) => method ?? 'unknown';
  return {
    earned: amountsBy(between('rewards', 'available'), ({ op }) => op),
    taken: total([...between('available', 'rewards'), ...between('debt', 'rewards')]),
    requested: total(between('available', 'held')),
    givenBack: total(between('held', 'available')),
    paid: amountsBy(between('held', 'payouts'), methodOf),
    returned: amountsBy(between('payouts', 'available'), methodOf),
    repaid: total(between('available', 'debt')),
  };
}

async function readWaiting(db: Database) {
  const { rows } = await db.query<Waiting>(PRESENT_AMOUNTS);
  const of = (part: Waiting['part']): Amounts =>
    amountsBy(
      rows.filter((row) => row.part === part).map((row) => ({ ...row, amount: row.amount ?? 0n })),
      ({ name }) => name,
    );
  return { heldByStep: of('held'), onItsWay: of('way') };
}

async function readMoves(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
  onProgress: (share: number) => void,
): Promise<Moved[]> {
  const { rows } = await db.query<{ last: bigint | null }>(
    'select max(user_id) as last from wallet',
  );
  const last = rows[0]?.last ?? 0n;
  const moves: Moved[] = [];
  for await (const slice of slicesOf(db)) {
    moves.push(...(await db.query<Moved>(MOVED, [...slice, from, to])).rows);
    onProgress(Math.min(1, Number(slice[1]) / Number(last + 1n)));
  }
  return moves;
}

/**
 * The figures of a month, from all entries of the ledger, and the present debts to users, as of one moment.
 * @param month its first moment, and that of the next month
 */
export function readMonth(
  pool: Database,
  month: { readonly from: Date; readonly to: Date },
  onProgress: (share: number) => void,
): Promise<MonthReport> {
  return inSnapshot(pool, async (db) => {
    const moves = await readMoves(db, month, onProgress);
    const until = (...periods: Moved['period'][]) =>
      balanceOf(moves.filter(({ period }) => periods.includes(period)));
    const now = until('before', 'month', 'after');
    const paidOut =
      total(moves.filter(({ credit }) => credit === 'payouts')) -
      total(moves.filter(({ debit }) => debit === 'payouts'));
    return {
      opening: until('before'),
      closing: until('before', 'month'),
      ...monthOf(moves.filter(({ period }) => period === 'month')),
      ...(await readWaiting(db)),
      promised: (await readFunding(db)).promised,
      owed: now.available + now.held,
      paidOut,
    };
  });
}
