import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, inTransaction } from '../../server/database/database.ts';
import { planDistribution } from '../../server/database/distribution.ts';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { decideClaims } from '../../server/domain/claims.ts';
import { releaseRewards } from '../../server/domain/coming-rewards.ts';
import type { Caller, Context } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { findSession, openSession } from '../../server/domain/sessions.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { DAY } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { cancelWithdrawal } from '../../server/domain/withdrawal-cancel.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { answerKeyOf } from '../../server/http/idempotency.ts';
import { PARTITIONS, partitionByPerson, type Touched, touchedIn } from '../postgres/partitions.ts';
import { addGcash, preparePayout } from './payout.support.ts';
import { createTestDomain, type TestDomain } from './support.ts';

const ALL = Array.from({ length: PARTITIONS }, (_, place) => place);

let domain: TestDomain;
let clips: number[];
let ad: number;

beforeAll(async () => {
  domain = await createTestDomain();
  await partitionByPerson(domain.url);
  await domain.configure({ 'video.watch_seconds': '0', 'ad.watch_seconds': '0' });
  await domain.configure({ 'limit.cancellations_per_day': '0', 'withdraw.min_amount': '1' });
  await addGcash(domain);
  clips = [await domain.video(), await domain.video(), await domain.video()];
  const { rows } = await domain.pool.query<{ ad_id: bigint }>(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     values ('Tea', 'Hills', '/tea.mp4', '/tea.webp', 'https://tea.example', 'Taste', 9000, now())
     returning ad_id`,
  );
  ad = Number(rows[0]?.ad_id);
});
afterAll(() => domain.drop());

/** Creates a person who can withdraw, and was served every clip and ad, the second clip a day ago. */
async function newPerson(inviters: readonly bigint[] = []): Promise<Caller> {
  const caller = await domain.user({ inviters });
  await preparePayout(domain, caller);
  await correctBalance(domain.pool, caller.userId, { amount: 50_000n, reason: '-' }, domain.now());
  await domain.pool.query(
    `insert into served (user_id, kind, item_id, first_at)
     select $1::bigint, 'video', video_id, $2::timestamptz from video
     union all select $1, 'ad', ad_id, $2 from ad`,
    [caller.userId, domain.now()],
  );
  await domain.pool.query(
    `update served set first_at = first_at - interval '1 day' where user_id = $1 and item_id = $2`,
    [caller.userId, clips[1]],
  );
  return caller;
}

/** Returns the number of the partition that holds a person’s rows. */
async function homeOf({ userId }: Caller): Promise<number> {
  const { rows } = await domain.pool.query<{ place: number }>(
    `select substring(tableoid::regclass::text from '\\d+$')::int as place from wallet
     where user_id = $1`,
    [userId],
  );
  return rows[0]?.place ?? -1;
}

/** Runs an action. @returns the partitions and tables that it read or wrote */
async function touchedBy(act: (context: Context) => Promise<unknown>): Promise<Touched[]> {
  const pool = createPool({ url: domain.url, max: 1 });
  try {
    return await inTransaction(pool, async (db) => {
      // tests the generic plan, which Postgres uses only after a session’s first executions
      await db.query('set local plan_cache_mode = force_generic_plan');
      await act(domain.context({ db }));
      return touchedIn(db);
    });
  } finally {
    await pool.end();
  }
}

const placesOf = (touched: readonly Touched[]) => [
  ...new Set(touched.map(({ place }) => place).sort()),
];

const backdated = () => new Date(domain.now().getTime() - DAY / 2).toISOString();

async function openRequest(caller: Caller): Promise<number> {
  return (await withdraw(domain.context(), caller, { amount: '2' })).withdrawal.id;
}

type Act = (context: Context, caller: Caller) => Promise<unknown>;
const actions: readonly (readonly [string, Act])[] = [
  ['a list of clips', (context, caller) => playable(context, caller, { page: 1, limit: 10 })],
  ['a clip', (context, caller) => record(context, caller, { videos_id: clips[0] ?? 0 })],
  [
    'a backdated clip',
    (context, caller) =>
      record(context, caller, { videos_id: clips[1] ?? 0, earned_at: backdated() }),
  ],
  ['an advertisement', (context, caller) => watchAdReward(context, caller, { ad_id: ad })],
  [
    'an advertisement that is followed',
    (context, caller) => clickAdReward(context, caller, { ad_id: ad }),
  ],
  ['a share', (context, caller) => claimShareReward(context, caller, {})],
  [
    'a backdated share',
    (context, caller) => claimShareReward(context, caller, { earned_at: backdated() }),
  ],
  [
    'a new session whose first claim is paid',
    async (context, { userId }) => {
      const token = await openSession(context, userId, true);
      await findSession(context, token);
      return claimShareReward(context, { userId, token, isSessionUnchecked: true }, {});
    },
  ],
  ['a task', (context, caller) => claimTask(context, caller, { task: 'notification' })],
  [
    'a registration reward of a person whom nobody invited',
    (context, caller) => handleLoginReward(context, caller, {}),
  ],
  [
    'several claims',
    (context, caller) =>
      decideClaims(
        context,
        caller,
        clips.map((id) => {
          const claim = { key: `several-${id}`, call: 'record' as const, id };
          const asked = { userId: caller.userId, path: '/record', key: claim.key, input: {} };
          return { claim, answerKey: answerKeyOf({ ...asked, now: context.now }) };
        }),
      ),
  ],
  [
    'a correction',
    ({ db, now }, { userId }) => correctBalance(db, userId, { amount: -10n, reason: '-' }, now),
  ],
  [
    'rewards for friends',
    ({ db, now }, { userId }) =>
      db.query('select * from credit_rewards($1, $2, null, null, 200)', [userId, now]),
  ],
];

async function queueFriendReward({ userId }: Caller): Promise<void> {
  await domain.pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
     values ($1, 'invite', 'friend:0', 5000, '', now())`,
    [userId],
  );
}

test.each(actions)('%s touches only the partition of its person', async (_, act) => {
  const caller = await newPerson();
  await queueFriendReward(caller);
  const touched = await touchedBy((context) => act(context, caller));
  expect(placesOf(touched)).toEqual([await homeOf(caller)]);
});

test('cancelling a withdrawal touches only the partition of its person', async () => {
  const caller = await newPerson();
  const id = await openRequest(caller);
  const touched = await touchedBy((context) => cancelWithdrawal(context, caller, { id }));
  expect(placesOf(touched)).toEqual([await homeOf(caller)]);
});

test('a withdrawal request writes to one partition; its review signals are read from others', async () => {
  const caller = await newPerson();
  const home = await homeOf(caller);
  const touched = await touchedBy((context) => withdraw(context, caller, { amount: '2' }));
  expect(placesOf(touched.filter(({ is_written }) => is_written))).toEqual([home]);
  const elsewhere = touched.filter(({ place }) => place !== home);
  const tables = new Set(elsewhere.map(({ table }) => table));
  // signals: logged media requests, people with the same payout account, the inviter
  expect(
    tables.difference(new Set(['account', 'media_asked', 'payout_info', 'progress', 'withdrawal'])),
  ).toEqual(new Set());
});

test('only the functions that are listed as crossing touch partitions of other people', async () => {
  const { functions } = await planDistribution(domain.pool);
  const crossing = functions.flatMap(({ name, crosses }) => (crosses === null ? [] : [name]));
  expect(crossing).toEqual([
    ...['erase_account', 'record_welcome', 'release_rewards', 'settle_withdrawal'],
  ]);
  // a search by id ends at the partition that has the row: a row in the last one makes it read all
  let asking = await newPerson();
  while ((await homeOf(asking)) !== ALL.at(-1)) asking = await newPerson();
  const id = await openRequest(asking);
  const settled = await touchedBy(({ db, now }) => approveWithdrawal(db, id, now));
  const inviter = await newPerson();
  const friend = await newPersonElsewhere(inviter, [inviter.userId]);
  const welcomed = await touchedBy((context) => handleLoginReward(context, friend, {}));
  const released = await touchedBy(({ db, now }) => releaseRewards(db, now));
  expect([placesOf(settled), placesOf(released)]).toEqual([ALL, ALL]);
  const homes = await Promise.all([inviter, friend].map(homeOf));
  expect(new Set(placesOf(welcomed.filter(({ is_written }) => is_written)))).toEqual(
    new Set(homes),
  );
});

/** Creates a person whose rows are in another partition than those of `other`. */
async function newPersonElsewhere(other: Caller, inviters: readonly bigint[] = []) {
  for (;;) {
    const caller = await newPerson(inviters);
    if ((await homeOf(caller)) !== (await homeOf(other))) return caller;
  }
}

test('deleting expired rows keeps a row with the same ctid in another partition', async () => {
  const one = await newPerson();
  const other = await newPersonElsewhere(one);
  const remember = (caller: Caller, device: number, seenAt: Date) =>
    domain.pool.query(
      `insert into known_device (user_id, device_hash, seen_at) values ($1, $2, $3)`,
      [caller.userId, Buffer.from([device]), seenAt],
    );
  await remember(one, 0, new Date(0));
  await remember(other, 0, domain.now());
  await deleteExpired(domain.pool, domain.now());
  const { rows } = await domain.pool.query('select user_id from known_device');
  expect(rows).toEqual([{ user_id: other.userId }]);
});

test('the ledger of a partitioned database has no differences', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
