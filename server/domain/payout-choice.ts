import { MONEY_PLACES } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import { mayPay } from './approvals.ts';
import { type Approval, readPersonSums, readSoloAllowance } from './approved-alone.ts';
import { placesInSql } from './currencies.ts';
import { isHeld } from './first-payments.ts';
import { isIban, plainIban } from './iban.ts';
import { IS_BLOCKED, transitionOf } from './payout-steps.ts';
import { settingsTable } from './settings.table.ts';

export const batchFormats = ['csv', 'paypal-csv', 'pain.001'] as const;
export type BatchFormat = (typeof batchFormats)[number];

export interface BatchOrder {
  readonly method: string;
  readonly format: BatchFormat;
  /** the most payments; null: all */
  readonly limit: number | null;
  /** ids of the requests that the operator has seen and the format can write; missing: all */
  readonly only?: readonly bigint[];
  /**
   * the exporting operator: the export is the approval; requests that need two operators must be prepared by
   * another one
   */
  readonly approval: Approval;
}

/** SQL: whether no other operator has prepared a request. @param who SQL of the operator */
export const isSoloApproval = (who: string): string =>
  `(prepared_by is null or prepared_by = ${who}::text)`;

/** Whether XML can hold an account unchanged, in the 34 characters that pain.001 allows for it. */
const isPlain = (account: string): boolean =>
  Array.from(account).length <= 34 && !/^\s|\s$|[\p{Cc}\uFFFE\uFFFF]/u.test(account);

const OURS = `coalesce((select value from setting where key = 'product.currency'),
  '${settingsTable['product.currency'].default}')`;

/** SQL: whether a file with sums in the smallest units of their currency can hold the paid sum exactly. */
const IS_PAYABLE_SUM = `(pay_amount is not null
  or amount % (10 ^ (${MONEY_PLACES} - ${placesInSql(OURS)}))::bigint = 0)`;

/**
 * SQL: whether a format can hold the paid sum exactly, without fractions of the smallest unit. Requests that do not fit
 * are paid in another way.
 */
export const FITS_SUM: Readonly<Record<BatchFormat, string>> = {
  csv: 'true',
  'paypal-csv': IS_PAYABLE_SUM,
  'pain.001': IS_PAYABLE_SUM,
};

/**
 * Whether a format can hold an account unchanged. Excluded are accounts that a spreadsheet would take for a
 * formula, that are too long, or that XML cannot hold: they cannot be rewritten, because a machine reads
 * them.
 */
const FITS_ACCOUNT: Readonly<Record<BatchFormat, (account: string) => boolean>> = {
  csv: () => true,
  'paypal-csv': (account) => !/^[-=+@\p{Cc}]/u.test(account),
  'pain.001': (account) => isIban(plainIban(account)) || isPlain(account),
};

/** Not in SQL: the account may be sealed in the database. */
export const canHoldAccount = (format: BatchFormat, account: string): boolean =>
  FITS_ACCOUNT[format](account);

/**
 * Requests that an operator may pay: $1 the method, $2 the steps, $3 the operator, $4 the limit of what one operator
 * pays alone, $5 the sums of people, $7 the requests that the operator has seen (null: all), $9 now.
 */
const payable = (format: BatchFormat) => `
  select user_id, withdrawal_id, amount, ${isSoloApproval('$3')} as is_alone
  from withdrawal
  where method = $1 and step = any($2) and ${mayPay('$3', '$4', '$5')} and ${FITS_SUM[format]}
    and ($7::bigint[] is null or withdrawal_id = any($7))
    and not ${IS_BLOCKED} and not ${isHeld('$9')}`;

/**
 * SQL of a table `fitting`, of which a batch takes the first $8 (null: all): $6 is the sum that the operator may still
 * approve alone (null: any). Requests that the operator approves alone are taken in order while their sum is within $6.
 */
const choose = (format: BatchFormat): string => `
  payable as (${payable(format)}),
  fitting as (
    select * from (
      select *, coalesce(sum(amount) filter (where is_alone) over (order by withdrawal_id), 0) as sum
      from payable where not is_alone or $6::bigint is null or amount <= $6
    ) as summed
    where not is_alone or $6::bigint is null or sum <= $6
  )`;

/** Sums that single operators approved today. */
interface SoloSums {
  /** the sum that the operator may still approve alone; null: any amount */
  readonly room: bigint | null;
  /** the sums of people, from `readPersonSums` */
  readonly sums: string;
}

/** The values $1 to $9 of `choose`. */
const valuesOf = (
  { method, limit, only, approval }: BatchOrder,
  { room, sums }: SoloSums,
  now: Date,
): unknown[] => [
  method,
  transitionOf('batch.exported').from,
  approval.who,
  approval.above,
  sums,
  room,
  only ?? null,
  limit,
  now,
];

export interface Chosen {
  readonly user_id: bigint;
  readonly withdrawal_id: bigint;
  /** whether no other operator has prepared the request */
  readonly is_alone: boolean;
}

/** The requests that a batch would take, the oldest first; nothing is changed. */
export async function findChosen(
  db: Database,
  order: BatchOrder,
  soloSums: SoloSums,
  now: Date,
): Promise<Chosen[]> {
  const { rows } = await db.query<Chosen>(
    `with ${choose(order.format)}
     select user_id, withdrawal_id, is_alone from fitting order by withdrawal_id limit $8::bigint`,
    valuesOf(order, soloSums, now),
  );
  return rows;
}

/** Ids of the requests that a batch would take, the oldest first. */
export async function readChoice(db: Database, order: BatchOrder, now: Date): Promise<bigint[]> {
  const room = await readSoloAllowance(db, order.approval, now);
  const sums = await readPersonSums(db, order.approval, now);
  const chosen = await findChosen(db, order, { room, sums }, now);
  return chosen.map(({ withdrawal_id }) => withdrawal_id);
}
