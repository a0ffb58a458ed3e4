import type { Database } from '../../database/database.ts';
import { FRIEND_REWARD_OPS } from '../friend-rewards.ts';
import type { Settings } from '../settings.ts';
import { addMilliseconds, DAY, utcDay } from '../time.ts';
import { among } from './among.ts';
import { type Compared, compareClaims, findCoverage, NOTHING_COMPARED } from './fetched.ts';
import { countInvitees, type Invitees, sumUnsent } from './friends.ts';
import { NO_CLAIMS, type Pace, readPaces } from './pace.ts';
import { BLOCK_LIFETIME_MS, countRegistrations } from './registration-blocks.ts';
import { findSharing, type Payee, type Sharing } from './same-account.ts';

/** The facts about a person who asks for a payment. */
export interface Facts extends Pace, Compared, Sharing, Invitees {
  /** null: not requested yet */
  readonly withdrawal_id: bigint | null;
  readonly user_id: bigint;
  readonly registered_at: Date;
  readonly blocked_at: Date | null;
  /** 1/10,000 units by the transfer's operation, decimal text */
  readonly earned: Earned;
  /** 1/10,000 units: the part of the last 30 days from friends who were sent no or too few files of clips */
  readonly by_unsent_friends: bigint;
  /**
   * registrations from the same block in the last 30 days, including this one, up to 1,000; 0: the block is no longer
   * stored
   */
  readonly registrations: number;
  /** whether the server has records of sent files */
  readonly is_media_known: boolean;
}

/** Claims up to this age are checked. */
const PACE_MS = 30 * DAY;

/** The operator's settings for the checks. */
export interface ReviewCriteria {
  /** claims in a row */
  readonly runLength: number;
  readonly isMediaAtCdn: boolean;
}

export const reviewCriteriaOf = (settings: Settings): ReviewCriteria => ({
  runLength: settings.get('review.pace_claims'),
  isMediaAtCdn: settings.get('review.media_at_cdn'),
});

/** A person who asks for a payment, with the keys of related accounts. */
interface Asking extends Payee {
  readonly withdrawal_id: bigint | null;
  readonly registered_at: Date;
  readonly blocked_at: Date | null;
  /** null: no longer stored */
  readonly block_hash: Buffer | null;
}

/** @param request SQL of the person and the account; $2 the moment from which registrations count */
const askingOf = (request: string) => `
  select request.*, account.created_at as registered_at, blocked_at, block_hash
  from (${request}) as request join account on account.user_id = request.user_id
    left join registration_block
      on registration_block.user_id = account.user_id and registered_at > $2`;

const OF_USER = askingOf(`
  select user_id, account_key, null::bigint as withdrawal_id from payout_info where user_id = $1`);

const OF_REQUESTS = `${askingOf(`
  select user_id, account_key, withdrawal_id from withdrawal
  where withdrawal_id = any($1::bigint[])`)} order by withdrawal_id`;

type Earned = Readonly<Record<string, string>>;

/** The earnings of each of these people, by the transfer's operation; people without earnings are missing. */
async function readEarned(db: Database, people: readonly bigint[]): Promise<Map<bigint, Earned>> {
  const { are, values } = among(people);
  const { rows } = await db.query<{ user_id: bigint; earned: Earned }>(
    `select user_id, jsonb_object_agg(op, amount) as earned
     from (
       select user_id, op, sum(amount)::text as amount from transfer
       where user_id ${are} and debit = 'rewards' group by user_id, op
     ) as earning group by user_id`,
    values,
  );
  return new Map(rows.map(({ user_id, earned }) => [user_id, earned]));
}

interface Moments {
  readonly now: Date;
  /** the moment from which registrations and rewards for friends count */
  readonly since: Date;
  /** the UTC day from which claims count */
  readonly day: string;
}

const momentsOf = (now: Date): Moments => ({
  now,
  since: addMilliseconds(now, -BLOCK_LIFETIME_MS),
  day: utcDay(addMilliseconds(now, -PACE_MS)),
});

/** The people among these who have earned rewards for friends. */
const peopleWithFriendRewards = (earned: ReadonlyMap<bigint, Earned>): bigint[] =>
  [...earned]
    .filter(([, own]) => FRIEND_REWARD_OPS.some((op) => Object.hasOwn(own, op)))
    .map(([person]) => person);

/**
 * The facts about all these people. The statements read first their own rows, then the rows of related
 * people, then the rows of each one's friends. No statement joins rows of two people, so the people may be on
 * several machines.
 */
async function find(
  db: Database,
  asking: readonly Asking[],
  { runLength, isMediaAtCdn }: ReviewCriteria,
  moments: Moments,
): Promise<Facts[]> {
  if (asking.length === 0) return [];
  const { now, since, day } = moments;
  const people = [...new Set(asking.map(({ user_id }) => user_id))];
  const blocks = asking.flatMap(({ block_hash }) => block_hash ?? []);
  const { comparable, isMediaKnown } = await findCoverage(db, isMediaAtCdn, day);
  const earned = await readEarned(db, people);
  const paces = await readPaces(db, people, day, runLength);
  const compared = await compareClaims(db, people, comparable);
  const registrations = await countRegistrations(db, blocks, since);
  const sharingOf = await findSharing(db, asking);
  const invitees = await countInvitees(db, people, now);
  const unsent = await sumUnsent(db, peopleWithFriendRewards(earned), { since, comparable });
  return asking.map((one) => {
    const { withdrawal_id, user_id, registered_at, blocked_at, block_hash } = one;
    return {
      ...{ withdrawal_id, user_id, registered_at, blocked_at },
      earned: earned.get(user_id) ?? {},
      ...(paces.get(user_id) ?? NO_CLAIMS),
      ...(compared.get(user_id) ?? NOTHING_COMPARED),
      ...sharingOf(one),
      registrations: registrations.get(block_hash?.toString('hex') ?? '') ?? 0,
      ...(invitees.get(user_id) ?? { invitees: 0, idle: 0 }),
      by_unsent_friends: unsent.get(user_id) ?? 0n,
      is_media_known: isMediaKnown,
    };
  });
}

/**
 * The facts about a user who asks for a payment to the stored account.
 * @returns null when no account is stored
 */
export async function factsOfUser(
  db: Database,
  userId: bigint,
  looked: ReviewCriteria,
  now: Date,
): Promise<Facts | null> {
  const moments = momentsOf(now);
  const { rows } = await db.query<Asking>(OF_USER, [userId, moments.since]);
  const [facts] = await find(db, rows, looked, moments);
  return facts ?? null;
}

/** The present facts about people with requests, by the ids of the requests. */
export async function factsOfRequests(
  db: Database,
  ids: readonly bigint[],
  looked: ReviewCriteria,
  now: Date,
): Promise<Facts[]> {
  const moments = momentsOf(now);
  const { rows } = await db.query<Asking>(OF_REQUESTS, [ids, moments.since]);
  return find(db, rows, looked, moments);
}
