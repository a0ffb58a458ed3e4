import type { Database } from '../../database/database.ts';

const SHOWN_NAMES = 20;

/** Users who are, were or want to be paid to an account. */
interface PaidThere {
  readonly account_key: string;
  readonly users: number;
  /** the first users by id, one more than the names that are shown */
  readonly first: readonly bigint[];
  /** the users whose requests are checked */
  readonly asking: readonly bigint[];
}

/** $1 the accounts, $2 the users whose requests are checked. */
const PAID_THERE = `
  select account_key, count(*)::int as users,
    (array_agg(user_id order by user_id))[1:${SHOWN_NAMES + 1}] as first,
    coalesce(array_agg(user_id) filter (where user_id = any($2::bigint[])), '{}') as asking
  from (
    select account_key, user_id from payout_info where account_key = any($1::text[])
    union
    select account_key, user_id from withdrawal
    where account_key = any($1::text[]) and status <> 'rejected'
  ) as paid_there group by account_key`;

/** Other users who are, were or want to be paid to the same account. */
export interface Sharing {
  readonly sharing: number;
  /** the first twenty of their names */
  readonly sharing_names: readonly string[];
}

export interface Payee {
  readonly user_id: bigint;
  /** null: not computed yet */
  readonly account_key: string | null;
}

const isKey = (key: string | null): key is string => key !== null;

/** Finds the users who share an account with each of these payees. */
export async function findSharing(
  db: Database,
  payees: readonly Payee[],
): Promise<(payee: Payee) => Sharing> {
  const keys = [...new Set(payees.map(({ account_key }) => account_key).filter(isKey))];
  const asking = payees.map(({ user_id }) => user_id);
  const { rows } = await db.query<PaidThere>(PAID_THERE, [keys, asking]);
  const accounts = new Map(rows.map((row) => [row.account_key, row]));
  const paidThere = ({ account_key: key }: Payee) => (key === null ? undefined : accounts.get(key));
  const othersOf = (payee: Payee) =>
    (paidThere(payee)?.first ?? [])
      .filter((other) => other !== payee.user_id)
      .slice(0, SHOWN_NAMES);
  const names = await findNames(db, [...new Set(payees.flatMap(othersOf))]);
  return (payee) => {
    const { users = 0, asking: own = [] } = paidThere(payee) ?? {};
    return {
      sharing: users - (own.includes(payee.user_id) ? 1 : 0),
      sharing_names: othersOf(payee).flatMap((other) => names.get(other) ?? []),
    };
  };
}

async function findNames(db: Database, people: readonly bigint[]): Promise<Map<bigint, string>> {
  if (people.length === 0) return new Map();
  const { rows } = await db.query<{ user_id: bigint; username: string }>(
    'select user_id, username from account where user_id = any($1::bigint[])',
    [people],
  );
  return new Map(rows.map(({ user_id, username }) => [user_id, username]));
}
