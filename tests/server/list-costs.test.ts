import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { mergeWithdrawalSums } from '../../server/domain/housekeeping.ts';
import { landing } from '../../server/domain/landing.ts';
import { MoneyFigures } from '../../server/domain/money-figures.ts';
import { factsOfRequests } from '../../server/domain/review/facts.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable, videoList } from '../../server/domain/videos.ts';
import type { OperatorContext } from '../../server/operator/command.ts';
import { commands } from '../../server/operator/commands.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { requestAt } from './payout-steps.setup.ts';
import { rowsRead } from './rows-read.ts';

setUpDomain({ settings: { 'reward.download_app': '10' } });

const CLIPS = 1_000;
beforeAll(async () => {
  await addGcash(domain);
  await domain.video();
  await domain.pool.query(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     select 'Clip', 'A', '/' || i, '/p', 540, 960, 8000, now() from generate_series(2, $1) as i`,
    [CLIPS],
  );
  // so that Postgres chooses the plans of large tables
  await domain.pool.query('analyze');
});

test('the feed and the landing page read the clips that they show, not all clips', async () => {
  const inviter = await domain.user({ username: 'Inviter' });
  const { rows } = await domain.pool.query('select invite_code from account where user_id = $1', [
    inviter.userId,
  ]);
  const page = { page: 1, limit: 2 };
  // the first request of a day makes the day's list
  await playable(domain.context(), inviter, page);
  await videoList(domain.context(), null, page);
  const reads = await rowsRead(domain.pool, async (db) => {
    const context = domain.context({ db });
    expect((await playable(context, inviter, page)).total).toBe(CLIPS);
    expect((await videoList(context, inviter, page)).total).toBe(CLIPS);
    await landing(context, null, rows[0]);
  });
  expect(reads('video')).toBeLessThan(20);
});

test('a page of advertisements reads no more rows if there are twenty times as many advertisements', async () => {
  const add = (count: number, disabled: string) =>
    domain.pool.query(
      `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at, disabled_at)
       select 'Sea', 'Lodge', '/a', '/p', 'https://example.com', 'Go', 6000, now(), ${disabled}
       from generate_series(1, $1::int)`,
      [count],
    );
  const reads: number[] = [];
  const totals: number[] = [];
  for (const more of [1_500, 28_500]) {
    await add(more / 2, 'now()');
    await add(more, 'null');
    await domain.pool.query('vacuum analyze ad');
    for (const page of [1, 3]) {
      const read = await rowsRead(domain.pool, async (db) => {
        const answer = await getAdList(domain.context({ db }), null, { page, limit: 20 });
        expect(answer.list.length).toBe(20);
        totals.push(answer.total);
      });
      reads.push(read('ad'));
    }
  }
  expect(totals).toEqual([1_020, 1_060, 1_020, 1_060]);
  for (const rows of reads) expect(rows).toBeLessThanOrEqual(1_200);
});

test('the money figures read sums, and no settled withdrawals or decided objections', async () => {
  await domain.pool.query(
    `insert into objection (user_id, correction_id, text, created_at, decide_at, decided_at, decided_by, is_upheld,
       answer)
     select 1, i, 'Why', now(), now(), now(), 'bo', true, 'So' from generate_series(1, 500) as i`,
  );
  for (const step of ['pending', 'paid', 'paid', 'rejected'] as const) await requestAt(step);
  await mergeWithdrawalSums(domain.pool);
  const reads = await rowsRead(domain.pool, (db) =>
    new MoneyFigures(db as typeof domain.pool).read(),
  );
  expect([reads('withdrawal'), reads('withdrawal_sum'), reads('objection')]).toEqual([0, 2, 0]);
});

test('a page of rejected withdrawals does not read the paid withdrawals', async () => {
  const { id } = await requestAt('rejected');
  await domain.pool.query(
    `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method, account_type,
       recipient_name, account, status, step, previous_step, step_number, created_at, settled_at)
     select i, 1000, '1', 'EUR', 'DE', 'm', 'phone', 'Anna', '49', 'paid', 'paid', 'pending', 1, now(), now()
     from generate_series(1000000, 1002000) as i`,
  );
  await domain.pool.query('vacuum analyze withdrawal');
  const list = commands.find(({ name }) => name === 'withdrawals list');
  let listed: unknown;
  const reads = await rowsRead(domain.pool, async (db) => {
    const context = { db, now: domain.now() } as OperatorContext;
    const asked = { positionals: [], values: { status: 'rejected' } };
    listed = (await list?.run(context, asked))?.json;
  });
  expect(listed).toContainEqual(expect.objectContaining({ id, status: 'rejected' }));
  expect(reads('withdrawal')).toBeLessThan(20);
});

test('the registrations from a block of addresses are counted once for all withdrawals from the block', async () => {
  const inBlock = 200;
  const ids: bigint[] = [];
  for (let one = 0; one < 10; one += 1) {
    const { id, user } = await requestAt('in_review');
    ids.push(BigInt(id));
    await domain.pool.query(
      "insert into registration_block (user_id, block_hash, registered_at) values ($1, 'one', $2)",
      [user.userId, domain.now()],
    );
  }
  await domain.pool.query(
    `insert into registration_block (user_id, block_hash, registered_at)
     select i, 'one', $2 from generate_series(1000000, 1000000 + $1 - 11) as i`,
    [inBlock, domain.now()],
  );
  await domain.pool.query('analyze registration_block');
  let known: readonly { registrations: number }[] = [];
  const reads = await rowsRead(domain.pool, async (db) => {
    known = await factsOfRequests(db, ids, { runLength: 5, isMediaAtCdn: false }, domain.now());
  });
  expect(known.map(({ registrations }) => registrations)).toEqual(ids.map(() => inBlock));
  expect(reads('registration_block')).toBeLessThan(4 * inBlock);
});

test('the verification reads the entries of one slice of users at a time', async () => {
  await domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
       created_at)
     select i, 1, 'invite', 'k', 'rewards', 'available', 7, '', now()
     from generate_series(1000000, 1040000, 10) as i`,
  );
  await domain.pool.query('analyze transfer');
  let most = 0;
  const reads = await rowsRead(domain.pool, async (db) => {
    const entries = async () => {
      const { rows } = await db.query<{ rows: number }>(
        `select (seq_tup_read + idx_tup_fetch)::int as rows
         from pg_stat_xact_user_tables where relname = 'transfer'`,
      );
      return rows[0]?.rows ?? 0;
    };
    const query = async (text: string, values?: unknown[]) => {
      const before = await entries();
      const done = await db.query(text, values);
      most = Math.max(most, (await entries()) - before);
      return done;
    };
    await verifyLedger({ query } as Database);
  });
  expect(reads('transfer')).toBeGreaterThan(4_000);
  expect(most).toBeLessThan(1_500);
});
