import type * as calls from '../../contract/calls.ts';
import type { Statement } from '../../contract/statement.calls.ts';
import type { Database } from '../database/database.ts';
import type { Handler } from './context.ts';
import { currencyOf } from './currencies.ts';
import { statementCsv } from './statement-csv.ts';
import { type Moved, periodOf, RATE_PLACES } from './statement-sums.ts';

/** SQL: the rate of $2 on a day; days before the first rate use the first rate. */
const rateOn = (day: string) => `coalesce(
  (select rate from rate_day where currency = $2 and rate_day.day <= ${day}
   order by rate_day.day desc limit 1),
  (select rate from rate_day where currency = $2 order by rate_day.day limit 1))`;

/** $1 the year, $2 the local currency, $3 the person. */
const MOVED = `
  with entry as (
    select (transfer.created_at at time zone 'UTC')::date as day, op, debit, credit, pay_currency,
      sum(transfer.amount) as amount, sum(pay_amount) as pay_amount
    from transfer left join withdrawal on withdrawal.user_id = transfer.user_id
      and withdrawal_id = case when 'payouts' in (debit, credit)
        then substring(idempotency_key from '^withdrawal:(\\d{1,18})$')::bigint end
    where transfer.user_id = $3 group by 1, 2, 3, 4, 5
  )
  select to_char(day::timestamp, 'YYYY-MM') as month, op, debit, credit, pay_currency,
    sum(amount)::bigint as amount, sum(pay_amount)::bigint as pay_amount,
    trunc(sum(amount * rate) * 10::numeric ^ ${RATE_PLACES})::text as worth
  from entry left join lateral (
    select ${rateOn('entry.day')} as rate where extract(year from entry.day) = $1::integer
  ) as known on true
  group by 1, 2, 3, 4, 5`;

/** The rate at the end of each month. */
const RATES = `
  select to_char(month, 'YYYY-MM') as month,
    (${rateOn("(month + interval '1 month' - interval '1 day')::date")})::text as rate
  from generate_series(make_date($1::integer, 1, 1)::timestamp, make_date($1, 12, 1)::timestamp,
    interval '1 month') as month
  order by 1`;

/** The local currency for estimates; null: unknown, or the product's currency. */
async function localCurrency(db: Database, userId: bigint, ours: string): Promise<string | null> {
  const { rows } = await db.query<{ country: string | null }>(
    'select country from account where user_id = $1',
    [userId],
  );
  const country = rows[0]?.country ?? null;
  const currency = country === null ? null : currencyOf(country);
  return currency === ours ? null : currency;
}

const yearOf = (month: string): number => Number(month.slice(0, 4));

/** All years from the first month to the last. */
function yearsOf(first: string, last: string): number[] {
  const years = yearOf(last) - yearOf(first) + 1;
  return Array.from({ length: years }, (_, at) => yearOf(first) + at);
}

/** Amounts earned, taken back and paid out, by the months of a year; default: the present year. */
export const statement: Handler<typeof calls.statement> = async (context, { userId }, input) => {
  const { db, now, settings } = context;
  const { currency } = settings;
  const year = input.year ?? now.getUTCFullYear();
  const wanted = await localCurrency(db, userId, currency);
  const moved = await db.query<Moved>(MOVED, [year, wanted, userId]);
  const known = await db.query<{ month: string; rate: string | null }>(RATES, [year, wanted]);
  // days before the first rate use that rate, so all days have a rate, or none has
  const local = known.rows.some(({ rate }) => rate !== null) ? wanted : null;
  const seen = [now.toISOString().slice(0, 7), ...moved.rows.map(({ month }) => month)].sort();
  const [first, last] = [seen[0] ?? '', seen.at(-1) ?? ''];
  const period = (begins: string, { month, rate }: { month: string; rate: string | null }) =>
    periodOf(
      moved.rows.filter((row) => row.month >= begins && row.month <= month),
      moved.rows.filter((row) => row.month <= month),
      local !== null && rate !== null ? { currency: local, rate } : null,
    );
  const months: Statement['months'] = known.rows
    .filter(({ month }) => month >= first && month <= last)
    .map((end) => ({ month: end.month, ...period(end.month, end) }));
  const december = known.rows.at(-1) ?? { month: `${year}-12`, rate: null };
  return {
    ...{ year, years: yearsOf(first, last), currency, local_currency: local },
    whole_year: period(`${year}-01`, december),
    months,
    file: statementCsv(year, months, { currency, local }),
  };
};
