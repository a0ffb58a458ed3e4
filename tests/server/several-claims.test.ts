import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { record } from '../../contract/calls.ts';
import type { SentClaim } from '../../contract/claims.ts';
import { createPool } from '../../server/database/database.ts';
import { depositFunds, readFunding } from '../../server/domain/funding.ts';
import { DAY, HOUR } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { answerKeyOf } from '../../server/http/idempotency.ts';
import { expectAnswer } from './http/coverage.ts';
import { startServer, type TestServer, type User } from './http/server.ts';
import { NO_TIME_LIMITS, untilLockWait } from './support.ts';

let server: TestServer;
/** The statements that the server has sent, by their names or first words. */
let sent: string[] = [];

beforeAll(async () => {
  server = await startServer({
    pool: async (url) => {
      const pool = createPool({ url, max: 20, limits: NO_TIME_LIMITS });
      const query = pool.query.bind(pool);
      Object.assign(pool, {
        query: (asked: string | { name?: string; text: string }, values?: unknown[]) => {
          const { name, text } =
            typeof asked === 'string' ? { name: undefined, text: asked } : asked;
          // this statement counts a user's requests in blocks, and is sent only now and then
          if (name !== 'take_block') sent.push(name ?? text.trim().slice(0, 20));
          return query(asked as string, values as unknown[]);
        },
      });
      return pool;
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.domain.pool.query('truncate video, ad restart identity');
});

const page = { page: 1, limit: 20 };

/** The hash of the body that is stored with a claim's answer. */
const bodyHashOf = (claim: SentClaim | undefined): Buffer => {
  const {
    id: videos_id,
    earned_at,
    key = '',
  } = claim as { id: number; earned_at: string; key: string };
  const attempt = { userId: 0n, path: record.path, key, input: { videos_id, earned_at } };
  return answerKeyOf({ ...attempt, now: server.domain.now() }).bodyHash;
};

/**
 * A user who has watched `clips` clips, and the claims for them.
 * @param ago milliseconds since the clips were served; clips of today are paid together
 */
async function watcher(
  clips: number,
  ago: number = DAY,
): Promise<{ user: User; claims: SentClaim[] }> {
  const { domain } = server;
  const ids: number[] = [];
  for (let clip = 0; clip < clips; clip += 1) ids.push(await domain.video());
  const user = await server.user({ keep: true });
  await expectAnswer(user.client, 'playable', page);
  domain.advance(ago);
  const from = domain.now().getTime() - (ago * 5) / 6;
  const claims = ids.map((id, place): SentClaim => {
    const earned_at = new Date(from + place * 10_000).toISOString();
    return { key: `clip-${id}-${user.userId}`, call: 'record', id, earned_at };
  });
  return { user, claims };
}

async function send({ client }: User, claims: SentClaim[]) {
  sent = [];
  const { results } = await expectAnswer(client, 'sendClaims', { claims });
  return results;
}

const shareOf = ({ userId }: User): SentClaim => ({
  key: `share-${userId}`,
  call: 'claimShareReward',
  id: null,
});

const balances = (results: Awaited<ReturnType<typeof send>>) =>
  results.map((result) => ('data' in result ? result.data.balance : result.reason));

async function expectLedgerHolds(): Promise<void> {
  expect((await verifyLedger(server.domain.pool)).differences).toEqual([]);
}

test.each([DAY, HOUR])(
  'clips served %i ms ago: several claims take one round trip, and so do repeated claims',
  async (ago) => {
    const { user, claims } = await watcher(5, ago);
    const all = [...claims, shareOf(user)];
    const results = await send(user, all);
    expect(balances(results)).toEqual(['0.0500', '0.1000', '0.1500', '0.2000', '0.2500', '0.3000']);
    expect(sent).toEqual(['record_claims']);
    expect(await send(user, all)).toEqual(results);
    expect(sent).toEqual(['record_claims']);
    await expectLedgerHolds();
  },
);

test('a refusal among several claims is stored, and the others need no second statement', async () => {
  const { user, claims } = await watcher(3);
  const unknown: SentClaim = { ...claims[1], key: `none-${user.userId}`, call: 'record', id: 999 };
  const results = await send(user, [...claims.slice(0, 2), unknown, ...claims.slice(2)]);
  expect(balances(results)).toEqual(['0.0500', '0.1000', 'unknown_video', '0.1500']);
  expect(sent).toEqual(['record_claims', 'store_refusal']);
  const { rows } = await server.domain.pool.query(
    'select count(*)::int as kept from kept_answer where user_id = $1',
    [user.userId],
  );
  expect(rows).toEqual([{ kept: 4 }]);
});

test('a key that was refused is not taken for another claim of the same request', async () => {
  const { user, claims } = await watcher(2);
  const [first, second] = claims.map((claim) => ({ ...claim, key: `twice-${user.userId}` }));
  const results = await send(user, [{ ...first, call: 'record', id: 999 }, second] as SentClaim[]);
  expect(balances(results)).toEqual(['unknown_video', 'idempotency_key_reused']);
});

test('a claim that the database cannot store does not stop the other claims', async () => {
  const { user, claims } = await watcher(3);
  const { pool } = server.domain;
  const bad = claims[1]?.id;
  await pool.query(
    `alter table watched add constraint broken check (video_id <> ${bad}) not valid`,
  );
  const results = await send(user, claims);
  await pool.query('alter table watched drop constraint broken');
  expect(balances(results)).toEqual(['0.0500', null, '0.1000']);
  expect(balances(await send(user, claims))).toEqual(['0.0500', '0.1500', '0.1000']);
  await expectLedgerHolds();
});

test.each([DAY, HOUR])(
  'clips served %i ms ago: claims that no allotment covers are refused, and the others are paid once',
  async (ago) => {
    const { user, claims } = await watcher(4, ago);
    const { pool, now, configure } = server.domain;
    const { promised, deposited } = await readFunding(pool);
    await depositFunds(pool, promised - deposited + 1_000n, 'two clips', now());
    await configure({ 'funding.enforce': 'true' });
    const results = await send(user, claims);
    await configure({ 'funding.enforce': 'false' });
    expect(balances(results).slice(0, 2)).toEqual(['0.0500', '0.1000']);
    expect(balances(results).slice(2)).toEqual(['paused_by_operator', 'paused_by_operator']);
    await expectLedgerHolds();
  },
);

test('an ended session refuses all claims of a call, and nothing is paid', async () => {
  const { user, claims } = await watcher(2);
  // the server has accepted the token before
  await expectAnswer(user.client, 'info');
  await server.domain.pool.query('update session set expires_at = $2 where user_id = $1', [
    user.userId,
    server.domain.now(),
  ]);
  const { envelope } = await user.client.send('sendClaims', { claims });
  expect(envelope).toMatchObject({ code: 401, data: null });
  const { rows } = await server.domain.pool.query(
    'select count(*)::int as entries from transfer where user_id = $1',
    [user.userId],
  );
  expect(rows).toEqual([{ entries: 0 }]);
});

test.each([DAY, HOUR])(
  'clips served %i ms ago: a call that is sent eight times at once pays each claim once',
  async (ago) => {
    const { user, claims } = await watcher(6, ago);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(user, claims)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(balances(answers[0] ?? []).at(-1)).toBe('0.3000');
    await expectLedgerHolds();
  },
);

test('if another call stores the answer to a claim meanwhile, that stored answer is sent', async () => {
  const { user, claims } = await watcher(3, HOUR);
  const { pool, now } = server.domain;
  const kept = { code: 0, msg: 'no', data: { reason: 'too_early', retry_after: 5 } };
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(
      `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        ...[user.userId, record.path, claims[1]?.key, bodyHashOf(claims[1])],
        ...[JSON.stringify(kept), new Date(now().getTime() + DAY)],
      ],
    );
    const sending = send(user, claims);
    await untilLockWait(pool);
    await other.query('commit');
    expect(balances(await sending)).toEqual(['0.0500', 'too_early', '0.1000']);
  } finally {
    await other.query('rollback');
    other.release();
  }
  await expectLedgerHolds();
});

test('a claim locks nothing that a feed waits for while the next claim is decided', async () => {
  const { user, claims } = await watcher(2);
  const { pool, advance, now } = server.domain;
  advance(2 * DAY);
  const earned_at = now().toISOString();
  const [first, second] = claims.map((claim) => ({ ...claim, earned_at }));
  const served = `select from served where user_id = ${user.userId} and item_id = $1 for update nowait`;
  const feed = await pool.connect();
  try {
    await feed.query('begin');
    await feed.query(served, [second?.id]);
    const sending = send(user, [first, second] as SentClaim[]);
    await untilLockWait(pool);
    await feed.query(served, [first?.id]);
    await feed.query('rollback');
    expect(balances(await sending)).toEqual(['too_early', 'too_early']);
  } finally {
    await feed.query('rollback');
    feed.release();
  }
});
