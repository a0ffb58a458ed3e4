import { versionLowerBound, versionUpperBound } from '../entry-order.ts';
import { PAID } from '../paid-currency.ts';
import { ABOUT_PERSON } from './about-person.ts';

/**
 * The sources of a person's timeline. Each source is SQL of `(at, sequence, facts)`; `$1` is the person, `$2` the first
 * time of the range and `$3` the first time after it. The facts have the names of `TimelineFacts` or of `SourceFacts`,
 * which `details.ts` converts; amounts are in 1/10,000 units.
 */
const within = (time: string) => `${time} >= $2::timestamptz and ${time} < $3::timestamptz`;

const dayOf = (moment: string) => `(${moment}::timestamptz at time zone 'UTC')::date`;
/** Finds rows by the days of the range. */
const DAYS = `day >= ${dayOf('$2')} and day <= ${dayOf('$3')}`;
/** A watch that ends after midnight may be paid for the day before. */
const CLAIMED_DAYS = `day >= ${dayOf('$2')} - 1 and day <= ${dayOf('$3')}`;

const ACCOUNT = `
  select created_at as at, 0::bigint as sequence,
    jsonb_build_object('inviter_id', inviter_id) as facts
  from account where user_id = $1 and ${within('created_at')}`;

/** SQL: the name of a device, which is the first bytes of its stored hash. */
const device = (column: string) => `encode(substring(${column} from 1 for 3), 'hex')`;

/** After the end of a session, only its device is known, and only the last log-in of each device. */
const LOGIN = `
  select session.created_at as at, 0::bigint as sequence, jsonb_build_object(
    'device', ${device('device_hash')},
    'seen_at', session.seen_at,
    'expires_at', expires_at,
    'push', case when fcm_token is not null then 'Firebase'
      else substring(web_push ->> 'endpoint' from '^https://([^/]+)') end) as facts
  from session left join lateral (
    select device_hash from known_device
    where user_id = $1 and seen_at = session.created_at limit 1
  ) as device on true
  where session.user_id = $1 and ${within('session.created_at')}
  union all
  select seen_at, 1, jsonb_build_object('device', ${device('device_hash')})
  from known_device where user_id = $1 and ${within('seen_at')} and not exists (
    select 1 from session where session.user_id = $1 and session.created_at = known_device.seen_at
  )`;

/**
 * One row per hour: many failed passwords must not hide other lines. An hour whose first failure lies before `$2` is
 * left out.
 */
const FAILED_LOGIN = `
  select min(at) as at, 0::bigint as sequence,
    jsonb_build_object('times', count(*), 'last_at', max(at)) as facts
  from audit where ${ABOUT_PERSON} = $1 and action = 'login failed'
    and at >= date_trunc('hour', $2::timestamptz, 'UTC') and at < $3::timestamptz
  group by date_trunc('hour', at, 'UTC') having min(at) >= $2::timestamptz`;

/** One line per page of the feed: its clips or advertisements were served at the same time. */
const SERVED = `
  select at, 0::bigint as sequence,
    jsonb_build_object('what', kind, 'ids', array_agg(item_id order by item_id)) as facts
  from served, unnest(earlier || first_at) as at
  where user_id = $1 and ${within('at')} group by at, kind`;

const WATCH = `
  select watched_at as at, video_id as sequence, jsonb_build_object('action', 'clip', 'id', video_id,
    'seconds', watch_seconds, 'amount', reward) as facts
  from watched where user_id = $1 and ${CLAIMED_DAYS} and ${within('watched_at')}
  union all
  select rewarded_at, ad_id, jsonb_build_object('action', action, 'id', ad_id,
    'seconds', watch_seconds, 'amount', reward)
  from ad_rewarded where user_id = $1 and ${CLAIMED_DAYS} and ${within('rewarded_at')}`;

const REFUSAL = `
  select first_at as at, 0::bigint as sequence, jsonb_build_object('call', call, 'item', item,
    'reason', reason, 'times', times, 'last_at', last_at) as facts
  from refused_call where user_id = $1 and ${DAYS} and ${within('first_at')}`;

const ENTRY = `
  select created_at as at, version as sequence, jsonb_build_object('op', op, 'debit', debit,
    'credit', credit, 'amount', amount, 'detail', detail,
    'withdrawal', substring(idempotency_key from '^withdrawal:(\\d+)$')) as facts
  from transfer where user_id = $1 and ${within('created_at')}
    and version > ${versionLowerBound('$2')}
    and version <= ${versionUpperBound('$3')}`;

const FRIEND = `
  select created_at as at, friend_id as sequence,
    jsonb_build_object('friend_id', friend_id) as facts
  from friend where user_id = $1 and level = 1 and ${within('created_at')}`;

const ON_ITS_WAY = `
  select created_at as at, friend_id as sequence,
    jsonb_build_object('op', op, 'amount', amount, 'friend_id', friend_id) as facts
  from coming_reward where user_id = $1 and ${within('created_at')}
  union all
  select created_at, 0, jsonb_build_object('op', op, 'amount', amount)
  from outbox where user_id = $1 and ${within('created_at')}
  union all
  select created_at, dead_id, jsonb_build_object('op', op, 'amount', amount, 'laid_aside', dead_id)
  from outbox_dead where user_id = $1 and ${within('created_at')}`;

const CHANGE = `
  select at, audit_id as sequence, jsonb_build_object('who', who, 'action', action, 'reason', reason,
    'before', what -> 'before', 'after', what -> 'after') as facts
  from audit where ${ABOUT_PERSON} = $1 and ${within('at')} and action not in ('login failed', 'users show')`;

const PAYOUT_ACCOUNT = `
  select updated_at as at, 0::bigint as sequence, jsonb_build_object('action', 'payout account set', 'method', method,
    'account', account, 'recipient', recipient_name) as facts
  from payout_info where user_id = $1 and ${within('updated_at')}`;

const WITHDRAWAL = `
  select created_at as at, withdrawal_id as sequence, jsonb_build_object('id', withdrawal_id,
    'step', 'requested', 'amount', amount, 'method', method, 'account', account,
    'pays', ${PAID} || ' ' || pay_currency, 'held_until', held_until) as facts
  from withdrawal where user_id = $1 and ${within('created_at')}
  union all
  select at, withdrawal_id, jsonb_build_object('id', withdrawal_id,
    'step', case when cancelled and to_step = 'rejected' then 'cancelled' else to_step end,
    'from', from_step, 'amount', amount, 'reason', reason, 'due_at',
    case when not needs_decision then review_due_at end,
    -- a request forgets the batch that was cancelled; the batch knows when it was
    'batch', case when left_at is null then batch_id end, 'cancelled_at', left_at)
  from withdrawal_step join withdrawal using (user_id, withdrawal_id)
  cross join lateral (select min(at) as left_at from withdrawal_step as left_batch
    where left_batch.user_id = $1
      and left_batch.withdrawal_id = withdrawal_step.withdrawal_id
      and left_batch.number between withdrawal_step.number and withdrawal_step.number + 1
      and left_batch.from_step = 'processing' and left_batch.to_step = 'pending') as cancelling
  where user_id = $1 and ${within('at')}`;

const PUSH = `
  select created_at as at, 0::bigint as sequence,
    jsonb_build_object('message', kind, 'attempts', attempts, 'due_at', due_at) as facts
  from push where user_id = $1 and ${within('created_at')}`;

/** The order of lines with the same moment. */
export const ORDER = [
  'account',
  'login',
  'failed login',
  'served',
  'watch',
  'refusal',
  'entry',
  'friend',
  'on its way',
  'change',
  'withdrawal',
  'push',
] as const;

/** Sources in tables of the person's own rows, in the order of `ORDER`. */
export const ownSources = {
  account: ACCOUNT,
  login: LOGIN,
  served: SERVED,
  watch: WATCH,
  refusal: REFUSAL,
  entry: ENTRY,
  friend: FRIEND,
  'on its way': ON_ITS_WAY,
  change: PAYOUT_ACCOUNT,
  withdrawal: WITHDRAWAL,
  push: PUSH,
} as const;

/** Sources in the log of changes, which is stored with the operators. */
export const auditSources = { 'failed login': FAILED_LOGIN, change: CHANGE } as const;
