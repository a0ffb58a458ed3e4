import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney, shareOf } from '../../contract/money.ts';
import { afterRivals } from '../database/database.ts';
import { queuePush } from '../push/queue.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { type EntryRow, PAY_REWARDS, toRewardLog } from './ledger.ts';
import type { OutboxEntry } from './outbox.ts';
import { LOCKED_PROGRESS, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';
import { readTicket, type WatchTicket } from './watch-tickets.ts';

interface Newcomer {
  readonly username: string;
  readonly inviters: readonly bigint[];
}

/** The account and the three above it, which never change. */
async function findNewcomer({ db }: Context, userId: bigint): Promise<Newcomer> {
  const { rows } = await db.query<{
    username: string;
    level1: bigint;
    level2: bigint;
    level3: bigint;
  }>(
    `select own.username, own.inviter_id as level1, first.inviter_id as level2,
       second.inviter_id as level3
     from account own
     left join account first on first.user_id = own.inviter_id
     left join account second on second.user_id = first.inviter_id
     where own.user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no account ${userId}`);
  const inviters = [row.level1, row.level2, row.level3].filter((id) => id !== null);
  return { username: row.username, inviters };
}

/** Rule 3: what the newcomer's reward brings to the three levels above, rounded down. */
function commissionsOf(
  { settings }: Context,
  userId: bigint,
  { username, inviters }: Newcomer,
): OutboxEntry[] {
  const reward = settings.get('reward.registration');
  const rates = [
    settings.get('invite.level_1'),
    settings.get('invite.level_2'),
    settings.get('invite.level_3'),
  ];
  const shared = { idempotency_key: `friend:${userId}`, detail: maskName(username) };
  const levels = inviters.map((inviter, index) => ({
    ...shared,
    user_id: inviter,
    op: `invite_level_${index + 1}_reward`,
    amount: shareOf(reward, rates[index] ?? '0'),
  }));
  const [direct] = inviters;
  const invite = { ...shared, op: 'invite', amount: settings.get('reward.invite') };
  const all = direct === undefined ? levels : [{ ...invite, user_id: direct }, ...levels];
  return all.filter(({ amount }) => amount > 0n);
}

/**
 * The welcome in one statement: $1 user, $2 day, $3 now, $4 registration reward, $5 the landing
 * page's reward, $6 and $7 its clip and ticket (null: none), $8 whether a ticket came that is not
 * good, $9 to $13 the rows for the outbox, $14 the direct inviter (null: none) and $15 the masked
 * name that is told to them.
 */
const WELCOME = `
  with own as (select user_id, welcomed_at from account where user_id = $1 for update),
  ${LOCKED_PROGRESS},
  judged as (
    select own.user_id, case
      when own.welcomed_at is not null then 'welcomed'
      when $8::boolean or exists (
        select from watch_ticket_used where nonce = $7::bytea
      ) then 'invalid_watch_ticket'
    end as refusal
    from own join p using (user_id)
  ),
  welcomed as (
    update account set welcomed_at = $3 from judged
    where account.user_id = judged.user_id and judged.refusal is null
  ),
  sample as (
    select judged.user_id, video_id, title from judged join video on video_id = $6::bigint
    where judged.refusal is null
  ),
  used as (
    insert into watch_ticket_used (nonce, user_id, used_at) select $7, user_id, $3 from sample
  ),
  counted as (${updateProgress(
    { videos_today: 'p.videos_today + 1', videos: 'p.videos + 1', last_watch_at: '$3' },
    'sample',
    'sample.user_id = p.user_id',
  )}),
  noted as (
    insert into watched (user_id, day, video_id, reward, watched_at)
    select user_id, $2, video_id, $5, $3 from sample
    on conflict do nothing
  ),
  brought as (
    insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
    select row.*, $3 from judged, unnest(
      $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[]
    ) as row where judged.refusal is null
  ),
  told as (${queuePush(
    `select $14::bigint as user_id, 'friend:' || user_id as occasion, 'friend_joined' as kind,
       $15::text as detail from judged where refusal is null`,
    '$3',
  )}),
  due as (
    select user_id, 'new_user_reward' as op, 'new_user_reward' as idempotency_key,
      $4::bigint as amount, '' as detail, $3::timestamptz as created_at, 1 as place
    from judged where refusal is null
    union all
    select user_id, 'video', 'landing', $5::bigint, title, $3, 2 from sample
  ),
  ${PAY_REWARDS}
  select judged.refusal, coalesce(moved.available, wallet.available) as balance,
    entry.version, entry.op, entry.amount, entry.detail, entry.created_at
  from judged join wallet using (user_id) left join moved using (user_id)
  left join entry using (user_id) order by entry.version`;

interface WelcomeRow extends EntryRow {
  readonly refusal: 'welcomed' | 'invalid_watch_ticket' | null;
  readonly balance: bigint;
}

async function welcome(
  context: Context,
  userId: bigint,
  ticket: WatchTicket | null,
  badTicket: boolean,
): Promise<WelcomeRow[]> {
  const { db, now, settings } = context;
  const newcomer = await findNewcomer(context, userId);
  const commissions = commissionsOf(context, userId, newcomer);
  const values = [
    userId,
    utcDay(now),
    now,
    settings.get('reward.registration'),
    settings.get('landing.watch_reward'),
    ticket?.videoId ?? null,
    ticket?.nonce ?? null,
    badTicket,
    commissions.map(({ user_id }) => user_id),
    commissions.map(({ op }) => op),
    commissions.map(({ idempotency_key }) => idempotency_key),
    commissions.map(({ amount }) => amount),
    commissions.map(({ detail }) => detail),
    newcomer.inviters[0] ?? null,
    maskName(newcomer.username),
  ];
  const { rows } = await afterRivals(db, () => db.query<WelcomeRow>(WELCOME, values));
  return rows;
}

export const handleLoginReward: Handler<typeof calls.handleLoginReward> = async (
  context,
  { userId },
  { watch_ticket },
) => {
  const given = watch_ticket !== undefined && watch_ticket !== '';
  const ticket = given ? await readTicket(context.db, watch_ticket, context.now) : null;
  const rows = await welcome(context, userId, ticket, given && ticket === null);
  const [first] = rows;
  if (!first) throw new Error(`no wallet of user ${userId}`);
  if (first.refusal === 'invalid_watch_ticket') throw new Refusal(first.refusal);
  const paid = rows.filter(({ version }) => version !== null);
  return { rewards: paid.map(toRewardLog), balance: formatMoney(first.balance) };
};
