import type { Database } from '../../database/database.ts';
import { versionLowerBound } from '../entry-order.ts';
import { FRIEND_REWARD_OPS } from '../friend-rewards.ts';
import { momentInSql, sqlMomentOf } from '../paging.ts';
import { addMilliseconds, DAY } from '../time.ts';
import { among } from './among.ts';
import { type Comparable, compareClaims } from './fetched.ts';

/** Friends per statement; a person with more friends needs several statements. */
const SLICE = 2_000;
/** More than any id of a friend. */
const LAST = 2n ** 63n - 1n;

/** Direct friends who registered at least a day ago. */
export interface Invitees {
  readonly invitees: number;
  /** the part of them who never watched a clip */
  readonly idle: number;
}

interface FriendRow {
  readonly user_id: bigint;
  readonly friend_id: bigint;
}

/** $2 the latest registration that counts. */
const firstInvitees = (are: string) => `
  select user_id, friend_id from friend
  where user_id ${are} and level = 1 and created_at <= $2 limit ${SLICE}`;

/** The friends of the person $1, the newest first, from before the friend $3, who registered at $2. */
const INVITEES = `
  select user_id, friend_id, ${momentInSql('created_at')} from friend
  where user_id = $1 and level = 1 and (created_at, friend_id) < ($2::timestamptz, $3::bigint)
  order by created_at desc, friend_id desc limit ${SLICE}`;

interface InviteeRow extends FriendRow {
  readonly moment: bigint;
}

export async function countInvitees(
  db: Database,
  people: readonly bigint[],
  now: Date,
): Promise<Map<bigint, Invitees>> {
  const counts = new Map<bigint, Invitees>();
  await countAll(db, people, addMilliseconds(now, -DAY), counts);
  return counts;
}

/** Counts with one statement for all people; if they have too many friends for it, counts each half of the people. */
async function countAll(
  db: Database,
  people: readonly bigint[],
  until: Date,
  counts: Map<bigint, Invitees>,
): Promise<void> {
  const { are, values } = among(people, until);
  const { rows } = await db.query<FriendRow>(firstInvitees(are), values);
  const [one] = people;
  if (rows.length < SLICE || one === undefined) return countMore(db, rows, counts);
  if (people.length === 1) return countInSlices(db, one, until, counts);
  const middle = Math.floor(people.length / 2);
  await countAll(db, people.slice(0, middle), until, counts);
  await countAll(db, people.slice(middle), until, counts);
}

async function countInSlices(
  db: Database,
  userId: bigint,
  until: Date,
  counts: Map<bigint, Invitees>,
): Promise<void> {
  let before = { moment: until.toISOString(), friend: LAST };
  let slice: readonly InviteeRow[];
  do {
    const values = [userId, before.moment, before.friend];
    slice = (await db.query<InviteeRow>(INVITEES, values)).rows;
    await countMore(db, slice, counts);
    const last = slice.at(-1);
    if (last) before = { moment: sqlMomentOf(last.moment), friend: last.friend_id };
  } while (slice.length === SLICE);
}

/** Adds these friends to the counts of their inviters. */
async function countMore(
  db: Database,
  slice: readonly FriendRow[],
  counts: Map<bigint, Invitees>,
): Promise<void> {
  if (slice.length === 0) return;
  const { rows } = await db.query<{ user_id: bigint; is_idle: boolean }>(
    'select user_id, videos = 0 as is_idle from progress where user_id = any($1::bigint[])',
    [slice.map(({ friend_id }) => friend_id)],
  );
  const known = new Map(rows.map(({ user_id, is_idle }) => [user_id, is_idle]));
  for (const { user_id, friend_id } of slice) {
    const isIdle = known.get(friend_id);
    if (isIdle === undefined) continue;
    const { invitees = 0, idle = 0 } = counts.get(user_id) ?? {};
    counts.set(user_id, { invitees: invitees + 1, idle: idle + (isIdle ? 1 : 0) });
  }
}

const KINDS = FRIEND_REWARD_OPS.map((op) => `'${op}'`).join(', ');

/** Rewards for friends; the keys of the transfers contain the friends' ids. $1 the people, $2 the first moment. */
const BROUGHT_TO = `
  select user_id, version, idempotency_key, amount from transfer
  where user_id = any($1::bigint[]) and op in (${KINDS})
    and created_at > $2 limit ${SLICE}`;

/** The same for one person after the entry $3, without reading older entries. $1 the person, $2 the first moment. */
const BROUGHT = `
  select user_id, version, idempotency_key, amount from transfer
  where user_id = $1 and op in (${KINDS}) and created_at > $2
    and version > greatest($3::bigint, ${versionLowerBound('$2')})
  order by version limit ${SLICE}`;

interface FriendRewardRow {
  readonly user_id: bigint;
  readonly version: bigint;
  readonly idempotency_key: string;
  readonly amount: bigint;
}

const friendIn = (key: string): bigint | null => {
  const [, id] = /^friend:(\d+)$/.exec(key) ?? [];
  return id === undefined ? null : BigInt(id);
};

/**
 * Finds friends who were sent enough clip files. Friends without any, or with files for at most half of their claims,
 * count as fake.
 */
async function findSent(
  db: Database,
  friends: readonly bigint[],
  comparable: Comparable,
): Promise<Set<bigint>> {
  if (friends.length === 0) return new Set();
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from account
     where user_id = any($1::bigint[])
       and exists (select 1 from media_asked where media_asked.user_id = account.user_id)`,
    [friends],
  );
  const sent = rows.map(({ user_id }) => user_id);
  if (sent.length === 0) return new Set();
  const compared = await compareClaims(db, sent, comparable);
  return new Set(
    sent.filter((friend) => {
      const { played = 0, not_fetched = 0 } = compared.get(friend) ?? {};
      return played === 0 || not_fetched * 2 < played;
    }),
  );
}

/** The period and the claims that `sumUnsent` uses. */
interface Counted {
  readonly since: Date;
  readonly comparable: Comparable;
}

/**
 * The sum of rewards since a moment for friends who were not sent enough files, by person, in 1/10,000 units. Older
 * rewards are not checked, because sent files are not stored so long.
 */
export async function sumUnsent(
  db: Database,
  people: readonly bigint[],
  counted: Counted,
): Promise<Map<bigint, bigint>> {
  const sums = new Map<bigint, bigint>();
  if (people.length > 0) await sumAll(db, people, counted, sums);
  return sums;
}

/** Sums with one statement for all people; if they have too many rewards for it, sums each half of the people. */
async function sumAll(
  db: Database,
  people: readonly bigint[],
  counted: Counted,
  sums: Map<bigint, bigint>,
): Promise<void> {
  const [one] = people;
  if (people.length === 1 && one !== undefined) return sumInSlices(db, one, counted, sums);
  const { rows } = await db.query<FriendRewardRow>(BROUGHT_TO, [people, counted.since]);
  if (rows.length < SLICE) return sumMore(db, rows, counted, sums);
  const middle = Math.floor(people.length / 2);
  await sumAll(db, people.slice(0, middle), counted, sums);
  await sumAll(db, people.slice(middle), counted, sums);
}

async function sumInSlices(
  db: Database,
  userId: bigint,
  counted: Counted,
  sums: Map<bigint, bigint>,
): Promise<void> {
  let after = 0n;
  let slice: readonly FriendRewardRow[];
  do {
    slice = (await db.query<FriendRewardRow>(BROUGHT, [userId, counted.since, after])).rows;
    await sumMore(db, slice, counted, sums);
    after = slice.at(-1)?.version ?? after;
  } while (slice.length === SLICE);
}

/** Adds rewards for these friends to the sums of their inviters, unless the friend was sent enough files. */
async function sumMore(
  db: Database,
  slice: readonly FriendRewardRow[],
  { comparable }: Counted,
  sums: Map<bigint, bigint>,
): Promise<void> {
  const friends = slice.flatMap(({ idempotency_key: key }) => friendIn(key) ?? []);
  const sent = await findSent(db, [...new Set(friends)], comparable);
  for (const { user_id, idempotency_key: key, amount } of slice) {
    const friend = friendIn(key);
    if (friend === null || !sent.has(friend)) sums.set(user_id, (sums.get(user_id) ?? 0n) + amount);
  }
}
