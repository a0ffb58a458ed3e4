import type * as calls from '../../contract/calls.ts';
import { maskAccount, maskName } from '../../contract/mask.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { Requirement, Withdrawal } from '../../contract/shapes.ts';
import { afterRivals } from '../database/database.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { localAmount } from './local-amounts.ts';
import { offsetOf, pageOf } from './paging.ts';

export interface WithdrawalRow {
  readonly withdrawal_id: bigint;
  readonly amount: bigint;
  readonly local_amount: string;
  readonly local_currency: string;
  readonly method: string;
  readonly recipient_name: string;
  readonly account: string;
  readonly status: Withdrawal['status'];
  readonly reason: string | null;
  readonly created_at: Date;
  readonly settled_at: Date | null;
}

/** A withdrawal as its owner sees it. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    id: Number(row.withdrawal_id),
    amount: formatMoney(row.amount),
    local_amount: row.local_amount,
    local_currency: row.local_currency,
    method: row.method,
    account: maskAccount(row.account),
    recipient_name: row.recipient_name,
    status: row.status,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

interface Counters {
  readonly available: bigint;
  readonly country: string | null;
  readonly invites: bigint;
  readonly videos: bigint;
  readonly ads_viewed: bigint;
  readonly ads_clicked: bigint;
  readonly shares: bigint;
}

async function findCounters({ db }: Context, userId: bigint): Promise<Counters> {
  const { rows } = await db.query<Counters>(
    `select available, country, videos, ads_viewed, ads_clicked, shares,
       (select count(*) from friend where friend.user_id = $1 and level = 1) as invites
     from wallet join progress using (user_id) join account using (user_id)
     where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no wallet of user ${userId}`);
  return row;
}

/** What is asked before a withdrawal; the counters only ever rise, so a look is enough. */
function requirementsOf({ settings }: Context, counters: Counters): Requirement[] {
  return [
    {
      kind: 'invites',
      required: settings.get('withdraw.requirements.invites'),
      current: Number(counters.invites),
    },
    {
      kind: 'videos',
      required: settings.get('withdraw.requirements.videos'),
      current: Number(counters.videos),
    },
    {
      kind: 'ads_viewed',
      required: settings.get('withdraw.requirements.ads_viewed'),
      current: Number(counters.ads_viewed),
    },
    {
      kind: 'ads_clicked',
      required: settings.get('withdraw.requirements.ads_clicked'),
      current: Number(counters.ads_clicked),
    },
    {
      kind: 'shares',
      required: settings.get('withdraw.requirements.shares'),
      current: Number(counters.shares),
    },
  ];
}

async function findPending({ db }: Context, userId: bigint): Promise<Withdrawal | null> {
  const { rows } = await db.query<WithdrawalRow>(
    `select * from withdrawal where user_id = $1 and status = 'pending'`,
    [userId],
  );
  return rows[0] ? toWithdrawal(rows[0]) : null;
}

export const withdrawConfig: Handler<typeof calls.withdrawConfig> = async (context, { userId }) => {
  const { settings } = context;
  const counters = await findCounters(context, userId);
  return {
    balance: formatMoney(counters.available),
    ...localAmount(counters.available, counters.country, settings),
    min_amount: formatMoney(settings.get('withdraw.min_amount')),
    notification_required: settings.get('withdraw.notification_required'),
    requirements: requirementsOf(context, counters),
    pending: await findPending(context, userId),
  };
};

/**
 * Rule 4 in one statement: the request and the hold. $1 user, $2 amount, $3 now, $4 and $5 the
 * local estimate, $6 whether a requirement is unmet. The wallet is locked first, as by whoever
 * settles a request.
 */
const WITHDRAW = `
  with w as (select user_id, available, held from wallet where user_id = $1 for update),
  judged as (
    select w.*, payout_info.country, payout_info.method, payout_info.account_type,
      payout_info.recipient_name, payout_info.account,
      case
        -- what is held is held for the pending request
        when w.held > 0 then 'pending_exists'
        when payout_info.user_id is null then 'wdinfo_missing'
        when w.available < $2::bigint then 'amount_exceeds_balance'
        when $6::boolean then 'requirements_unmet'
      end as refusal
    from w left join payout_info on payout_info.user_id = w.user_id
  ),
  made as (
    insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
      account_type, recipient_name, account, status, created_at)
    select user_id, $2, $4, $5, country, method, account_type, recipient_name, account,
      'pending', $3
    from judged where refusal is null
    returning *
  ),
  moved as (
    update wallet set available = wallet.available - made.amount, held = wallet.held + made.amount,
      version = version + 1
    from made where wallet.user_id = made.user_id
    returning wallet.user_id, wallet.available, wallet.version
  ),
  entry as (
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select user_id, version, 'withdrawal_held', 'withdrawal:' || withdrawal_id, 'available', 'held',
      amount, '', $3
    from made join moved using (user_id)
  )
  select judged.refusal, moved.available as balance, made.*
  from judged left join made using (user_id) left join moved using (user_id)`;

interface MadeRow extends WithdrawalRow {
  readonly refusal: Reason | null;
  readonly balance: bigint;
}

export const withdraw: Handler<typeof calls.withdraw> = async (context, { userId }, input) => {
  const { db, now, settings } = context;
  const amount = parseMoney(input.amount);
  if (amount < settings.get('withdraw.min_amount')) throw new Refusal('amount_too_small');
  const counters = await findCounters(context, userId);
  const requirements = requirementsOf(context, counters);
  const unmet = requirements.some(({ current, required }) => current < required);
  const local = localAmount(amount, counters.country, settings);
  const values = [userId, amount, now, local.local_amount, local.local_currency, unmet];
  const { rows } = await afterRivals(db, () => db.query<MadeRow>(WITHDRAW, values));
  const [row] = rows;
  if (!row) throw new Error(`no wallet of user ${userId}`);
  if (row.refusal === 'requirements_unmet') throw new Refusal(row.refusal, { requirements });
  if (row.refusal) throw new Refusal(row.refusal);
  return { withdrawal: toWithdrawal(row), balance: formatMoney(row.balance) };
};

export const withdrawals: Handler<typeof calls.withdrawals> = async ({ db }, { userId }, input) => {
  const { rows } = await db.query<WithdrawalRow>(
    `select * from withdrawal where user_id = $1 order by withdrawal_id desc limit $2 offset $3`,
    [userId, input.limit, offsetOf(input)],
  );
  const counted = await db.query<{ total: bigint }>(
    'select count(*) as total from withdrawal where user_id = $1',
    [userId],
  );
  return pageOf(input, rows.map(toWithdrawal), counted.rows[0]?.total ?? 0);
};

const RECENT = 20;

export const recentWithdrawals: Handler<typeof calls.recentWithdrawals> = async ({ db }) => {
  const { rows } = await db.query<{ username: string; amount: bigint; settled_at: Date }>(
    `select username, amount, settled_at from withdrawal join account using (user_id)
     where status = 'paid' order by settled_at desc limit $1`,
    [RECENT],
  );
  const list = rows.map((row) => ({
    username: maskName(row.username),
    amount: formatMoney(row.amount),
    paid_at: row.settled_at.toISOString(),
  }));
  return { list };
};
