import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney, shareOf } from '../../contract/money.ts';
import { inTransaction } from '../database/database.ts';
import { queueRelease } from './coming-rewards.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { countPromise, lockPromises, noMoreToday } from './day-promises.ts';
import {
  coverFunds,
  DUE_SUM,
  IS_COVERED,
  type Promised,
  payFunded,
  takeFunds,
  UNCOVERED,
} from './funding.ts';
import { LOCK_WALLETS, payRewards, type TransferRow, toRewardLog } from './ledger.ts';
import type { OutboxEntry } from './outbox.ts';
import { LOCKED_PROGRESS, lockProgress, updateProgress } from './progress.ts';
import { queuePush } from './push-queue.ts';
import { utcDay } from './time.ts';
import { readTicket, type WatchTicket } from './watch-tickets.ts';

interface NewUser {
  readonly username: string;
  readonly inviters: readonly bigint[];
  readonly isWelcomed: boolean;
}

/** The account and the three above it, which never change. */
async function findNewUser({ db }: Context, userId: bigint): Promise<NewUser> {
  const { rows } = await db.query<{
    username: string;
    level1: bigint;
    level2: bigint;
    level3: bigint;
    isWelcomed: boolean;
  }>(
    `select own.username, own.welcomed_at is not null as "isWelcomed", own.inviter_id as level1,
       first.inviter_id as level2, second.inviter_id as level3
     from account own
     left join account first on first.user_id = own.inviter_id
     left join account second on second.user_id = first.inviter_id
     where own.user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no account ${userId}`);
  const inviters = [row.level1, row.level2, row.level3].filter((id) => id !== null);
  return { username: row.username, isWelcomed: row.isWelcomed, inviters };
}

/**
 * Rule 3: what the new user brings to the three levels above, rounded down. It is theirs once the
 * new user has watched something.
 */
function commissionsOf(
  { settings }: Context,
  userId: bigint,
  { username, inviters }: NewUser,
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

/** SQL: whether the day's promises leave enough. */
const IS_WITHIN_DAY = '((select amount from needed) <= $17::bigint) is not false';

const RELEASED = 'p.videos + watches.clips >= $16::bigint';

/**
 * The welcome in one statement: $1 user, $2 day, $3 now, $4 registration reward, $5 the landing
 * page's reward, $6 and $7 its clip and ticket (null: none), $8 whether a ticket came that is not
 * good, $9 to $13 what this user brings to others, $14 the direct inviter (null: none), $15 the
 * masked name that the inviter's push message shows, $16 the clips that release what it brings, and
 * $17 what the day's promises leave (null: they are not limited).
 */
const WELCOME = `
  with own as (select user_id, welcomed_at from account where user_id = $1 for update),
  ${LOCKED_PROGRESS},
  allowed as (
    select own.user_id, case
      when own.welcomed_at is not null then 'welcomed'
      when $8::boolean or exists (
        select from watch_ticket_used where nonce = $7::bytea
      ) then 'invalid_watch_ticket'
    end as refusal
    from own join p using (user_id)
  ),
  sample as (
    select allowed.user_id, video_id, title from allowed join video on video_id = $6::bigint
    where allowed.refusal is null and not exists (
      select from watched where user_id = $1 and day = $2 and video_id = $6
    )
  ),
  due as (
    select user_id, 'new_user_reward' as op, 'new_user_reward' as idempotency_key,
      $4::bigint as amount, '' as detail, $3::timestamptz as created_at, 1 as place
    from allowed where refusal is null
    union all
    select user_id, 'video', 'landing', $5::bigint, title, $3, 2 from sample
  ),
  ${LOCK_WALLETS},
  -- what was promised to others has to be covered too
  ${coverFunds(`${DUE_SUM} + (
    select coalesce(sum(amount), 0)::bigint from allowed, unnest($12::bigint[]) as row (amount)
    where refusal is null
  )`)},
  -- the key decides: somebody else may be using the ticket at this moment
  used as (
    insert into watch_ticket_used (nonce, user_id, used_at)
    select $7, user_id, $3 from allowed where refusal is null and $7 is not null and ${IS_COVERED}
      and ${IS_WITHIN_DAY}
    on conflict do nothing returning user_id
  ),
  decision as materialized (
    select user_id, case
      when refusal is not null then refusal
      when not ${IS_COVERED} then 'paused_by_operator'
      when not ${IS_WITHIN_DAY} then 'no_more_today'
      when $7 is not null and not exists (select from used) then 'invalid_watch_ticket'
    end as refusal
    from allowed
  ),
  welcomed as (
    update account set welcomed_at = $3 from decision
    where account.user_id = decision.user_id and decision.refusal is null
  ),
  watches as (
    select decision.user_id, (select count(*)::int from sample) as clips,
      coalesce(array_length($9::bigint[], 1), 0) > 0 as brings
    from decision where refusal is null
  ),
  new_progress as (${updateProgress(
    {
      videos_today: 'p.videos_today + watches.clips',
      videos: 'p.videos + watches.clips',
      last_watch_at:
        'case when watches.clips > 0 then greatest(p.last_watch_at, $3) else p.last_watch_at end',
      has_coming_rewards: `watches.brings and not (${RELEASED})`,
    },
    'watches',
    'watches.user_id = p.user_id',
  )}),
  release as (${queueRelease('watches', `watches.brings and ${RELEASED}`)}),
  new_watch as (
    insert into watched (user_id, day, video_id, reward, watched_at, arrived_at)
    select user_id, $2, video_id, $5, $3, $3 from sample join decision using (user_id)
    where refusal is null
  ),
  commissions as (
    insert into coming_reward
      (user_id, op, idempotency_key, amount, detail, friend_id, created_at)
    select row.*, decision.user_id, $3 from decision, unnest(
      $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[]
    ) as row where decision.refusal is null
  ),
  push_message as (${queuePush(
    `select $14::bigint as user_id, 'friend:' || user_id as occasion, 'friend_joined' as kind,
       $15::text as detail from decision where refusal is null`,
    '$3',
  )}),
  ${payRewards('exists (select from decision where refusal is null)')},
  funds as (${takeFunds('exists (select from decision where refusal is null)')})
  select decision.refusal, ${UNCOVERED}, (select amount from needed) as promised,
    coalesce(moved.available, wallet.available) as balance,
    entry.version, entry.op, entry.amount, entry.detail, entry.created_at
  from decision join wallet using (user_id) left join moved using (user_id)
  left join entry on entry.user_id = decision.user_id and entry.op <> 'debt_repaid' order by entry.version`;

interface WelcomeRow extends TransferRow, Promised {
  readonly refusal: 'welcomed' | (typeof calls.handleLoginReward.refusals)[number] | null;
  readonly promised: bigint;
  readonly balance: bigint;
}

async function welcome(
  context: Context,
  userId: bigint,
  ticket: WatchTicket | null,
  isUnreadable: boolean,
): Promise<readonly WelcomeRow[]> {
  const { db, now, settings } = context;
  const newUser = await findNewUser(context, userId);
  const isForeign = ticket !== null && ticket.inviterId !== newUser.inviters[0];
  const commissions = commissionsOf(context, userId, newUser);
  const values = [
    userId,
    utcDay(now),
    now,
    settings.get('reward.registration'),
    settings.get('landing.watch_reward'),
    ticket?.videoId ?? null,
    ticket?.nonce ?? null,
    isUnreadable || isForeign,
    commissions.map(({ user_id }) => user_id),
    commissions.map(({ op }) => op),
    commissions.map(({ idempotency_key }) => idempotency_key),
    commissions.map(({ amount }) => amount),
    commissions.map(({ detail }) => detail),
    newUser.inviters[0] ?? null,
    maskName(newUser.username),
    settings.get('invite.release_after_videos'),
  ];
  const run = () =>
    inTransaction(db, async (transaction) => {
      // then the statement sees whether the landing page's clip was watched here meanwhile; and all
      // that the person does at this moment waits here, not in a circle
      await lockProgress(transaction, userId);
      const room = newUser.isWelcomed ? null : await lockPromises(transaction, context, userId);
      const { rows } = await transaction.query<WelcomeRow>(WELCOME, [...values, room]);
      const [row] = rows;
      if (row?.refusal === null) await countPromise(transaction, context, userId, row.promised);
      return rows;
    });
  return payFunded(db, run);
}

export const handleLoginReward: Handler<typeof calls.handleLoginReward> = async (
  context,
  { userId },
  { watch_ticket },
) => {
  const hasTicket = watch_ticket !== undefined && watch_ticket !== '';
  const ticket = hasTicket ? await readTicket(context.db, watch_ticket, context.now) : null;
  const rows = await welcome(context, userId, ticket, hasTicket && ticket === null);
  const [first] = rows;
  if (!first) throw new Error(`no wallet of user ${userId}`);
  if (first.refusal === 'no_more_today') throw noMoreToday(context.now);
  if (first.refusal === 'invalid_watch_ticket') throw new Refusal(first.refusal);
  const paid = rows.filter(({ version }) => version !== null);
  return { rewards: paid.map(toRewardLog), balance: formatMoney(first.balance) };
};
