import pg from 'pg';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createPool, type Database, inTransaction } from '../../server/database/database.ts';
import { clickAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { type Caller, SessionEnded } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { findSession, openSession } from '../../server/domain/sessions.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { addAd } from './ad.support.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain({
  settings: {
    'video.reward': '0.05',
    'video.watch_seconds': '5',
    'reward.share': '0.05',
    'reward.download_app': '0.05',
    'reward.registration': '0.05',
  },
});
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const TASK = { task: 'download_app' };

/** A user who has watched a new clip for its watch time. */
async function watched(): Promise<{ user: Caller; videos_id: number }> {
  const user = await domain.user();
  const videos_id = await domain.video();
  await playable(domain.context(), user, { page: 1, limit: 100 });
  domain.advance(5 * SECOND);
  return { user, videos_id };
}

const NONE_TODAY = {
  videos_today: 0,
  extra_views_today: 0,
  extra_times_today: 0,
  ads_watched_today: 0,
  ads_clicked_today: 0,
  shares_today: 0,
};

/** Claims as a user whose figures are of the day before. @returns the answer and the new figures */
async function figuresAfter(claim: (user: Caller, videos_id: number) => Promise<unknown>) {
  const { user, videos_id } = await watched();
  await domain.pool.query(
    `update progress set day = $2, videos_today = 1, extra_views_today = 2, extra_times_today = 3,
       ads_watched_today = 4, ads_clicked_today = 5, shares_today = 6 where user_id = $1`,
    [user.userId, new Date(domain.now().getTime() - DAY)],
  );
  const answer = await claim(user, videos_id);
  const { rows } = await domain.pool.query(
    `select ${Object.keys(NONE_TODAY)} from progress where user_id = $1`,
    [user.userId],
  );
  return { answer, figures: rows };
}

test('the first clip of a day resets the figures of the day before', async () => {
  const { answer, figures } = await figuresAfter((user, videos_id) =>
    record(domain.context(), user, { videos_id }),
  );
  expect(answer).toMatchObject({ remaining_today: 19 });
  expect(figures).toEqual([{ ...NONE_TODAY, videos_today: 1 }]);
});

test('the first share of a day resets the figures of the day before', async () => {
  const { figures } = await figuresAfter((user) => claimShareReward(domain.context(), user, {}));
  expect(figures).toEqual([{ ...NONE_TODAY, shares_today: 1 }]);
});

test('the welcome resets the figures of the day before', async () => {
  const { figures } = await figuresAfter((user) => handleLoginReward(domain.context(), user, {}));
  expect(figures).toEqual([NONE_TODAY]);
});

/** The user's entries, except the first, which is the correction. */
async function entriesOf({ userId }: Caller) {
  const { rows } = await domain.pool.query(
    'select op, debit, credit, amount from transfer where user_id = $1 order by version offset 1',
    [userId],
  );
  return rows;
}

test('a clip repays a debt first, by an entry of its own', async () => {
  const { user, videos_id } = await watched();
  const taken = { amount: -200n, reason: 'a test' };
  await correctBalance(domain.pool, user.userId, taken, domain.now());
  expect(await record(domain.context(), user, { videos_id })).toMatchObject({
    reward: '0.0500',
    balance: '0.0300',
  });
  expect(await entriesOf(user)).toEqual([
    { op: 'video', debit: 'rewards', credit: 'available', amount: 500n },
    { op: 'debt_repaid', debit: 'available', credit: 'debt', amount: 200n },
  ]);
});

test('no claim waits for an allotment that a frozen transaction has locked', async () => {
  const { user, videos_id } = await watched();
  await domain.configure({ 'funding.enforce': 'true', 'funding.promises_a_day': '1' });
  await depositFunds(domain.pool, 100n * 500n, 'a test', domain.now());
  const { user: other, videos_id: clip } = await watched();
  // this claim divides the funds into allotments
  await record(domain.context(), other, { videos_id: clip });
  const frozen = new pg.Client({ connectionString: domain.url });
  await frozen.connect();
  try {
    await frozen.query('begin');
    await frozen.query(
      // the allotments that the claim would take first
      'select from funding_allotment where room > 0 order by (slot + $1) % 64 limit 60 for update',
      [user.userId],
    );
    const limits = { idleInTransactionMs: 0, lockMs: 1_000, statementMs: 0 };
    const pool = createPool({ url: domain.url, max: 1, limits });
    try {
      const context = { ...domain.context(), db: pool };
      expect(await record(context, user, { videos_id })).toMatchObject({ balance: '0.0500' });
      expect(await claimShareReward(context, user, {})).toMatchObject({ balance: '0.1000' });
      expect(await claimTask(context, user, TASK)).toMatchObject({ balance: '0.1500' });
      expect(await handleLoginReward(context, user, {})).toMatchObject({ balance: '0.2000' });
    } finally {
      await pool.end();
    }
  } finally {
    await frozen.end();
  }
});

/** The same user in a new session, which has not been checked yet. */
const unproven = async ({ userId }: Caller): Promise<Caller> => {
  const token = await openSession(domain.context(), userId, false);
  return { userId, token, isSessionUnchecked: true };
};

test('no claim is paid in another member’s session', async () => {
  const { user, videos_id } = await watched();
  const ad_id = await addAd(domain);
  await getAdList(domain.context(), user, { page: 1, limit: 100 });
  const { token } = await unproven(await domain.user());
  const caller = { ...user, token, isSessionUnchecked: true };
  const claims = [
    (who: Caller) => record(domain.context(), who, { videos_id }),
    (who: Caller) => clickAdReward(domain.context(), who, { ad_id }),
    (who: Caller) => claimShareReward(domain.context(), who, {}),
    (who: Caller) => claimTask(domain.context(), who, TASK),
    (who: Caller) => handleLoginReward(domain.context(), who, {}),
  ];
  for (const claim of claims) {
    await expect(claim(caller)).rejects.toEqual(new SessionEnded(401));
    expect(await claim(user)).toMatchObject({ balance: expect.stringMatching(/[1-9]/) });
  }
});

/** Claims that pay 0.05, other than for clips, by the operation of their entry. */
const others: [string, () => Promise<(user: Caller) => Promise<unknown>>][] = [
  [
    'click_ad',
    async () => {
      const ad_id = await addAd(domain, { click_reward: 500n });
      return async (user) => {
        await getAdList(domain.context(), user, { page: 1, limit: 100 });
        return clickAdReward(domain.context(), user, { ad_id });
      };
    },
  ],
  ['share_reward', async () => (user) => claimShareReward(domain.context(), user, {})],
  ['download_reward', async () => (user) => claimTask(domain.context(), user, TASK)],
];

test.each(others)('%s repays a debt first, by an entry of its own', async (op, make) => {
  const user = await domain.user();
  const claim = await make();
  await correctBalance(domain.pool, user.userId, { amount: -200n, reason: 'a test' }, domain.now());
  expect(await claim(user)).toEqual({ reward: '0.0500', balance: '0.0300' });
  expect(await entriesOf(user)).toEqual([
    { op, debit: 'rewards', credit: 'available', amount: 500n },
    { op: 'debt_repaid', debit: 'available', credit: 'debt', amount: 200n },
  ]);
});

test('a connection that planned while the tables were small scans no table', async () => {
  // so that Postgres knows how small the tables are: else it would expect more rows
  await domain.pool.query('vacuum analyze');
  const pool = createPool({ url: domain.url, max: 1 });
  onTestFinished(() => pool.end());
  const pay = async (db: Database, place: number) => {
    const { user, videos_id } = await watched();
    const before = new Date(domain.now().getTime() - DAY);
    await domain.pool.query('update account set created_at = $2 where user_id = $1', [
      user.userId,
      before,
    ]);
    const expiresAt = new Date(domain.now().getTime() + DAY);
    const context = { ...domain.context(), db };
    const once = (path: string) => ({
      ...context,
      answerKey: { path, key: `key-${place}`, bodyHash: Buffer.alloc(32), expiresAt },
    });
    const caller = await unproven(user);
    await record(once('/video/record'), caller, { videos_id });
    await claimShareReward(once('/share'), caller, {});
    await claimTask(once('/task'), caller, TASK);
    await handleLoginReward(once('/welcome'), caller, {});
    await claimShareReward(context, caller, { earned_at: before.toISOString() });
    await findSession(context, caller.token);
  };
  // from the sixth time on, the connection uses the plans that it has stored
  for (let place = 0; place < 8; place += 1) await pay(pool, place);
  const scanned = await inTransaction(pool, async (db) => {
    await pay(db, 8);
    // the tables of the funds never grow; the names of the nine welcomed users are read by
    // statements that are planned each time
    const { rows } = await db.query(
      `select relname from pg_stat_xact_user_tables
       where seq_scan > case relname when 'account' then 9 else 0 end
         and relname not in ('funding', 'funding_allotment')`,
    );
    return rows;
  });
  expect(scanned).toEqual([]);
});
