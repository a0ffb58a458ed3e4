import { expect, test } from 'vitest';
import { mergeWithdrawalSums } from '../../server/domain/housekeeping.ts';
import { MoneyFigures } from '../../server/domain/money-figures.ts';
import { factsOfUser } from '../../server/domain/review/facts.ts';
import { countRegistrations } from '../../server/domain/review/registration-blocks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable, videoList } from '../../server/domain/videos.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { requestAt } from './payout-steps.setup.ts';

setUpDomain({ settings: { 'reward.download_app': '10' } });

const page = { page: 1, limit: 2 };

test('the stored number of clips equals the number of enabled clips after every kind of statement', async () => {
  const user = await domain.user();
  const totals = async () => [
    (await videoList(domain.context(), user, page)).total,
    (await playable(domain.context(), user, page)).total,
  ];
  const clips = await Promise.all(Array.from({ length: 5 }, () => domain.video()));
  expect(await totals()).toEqual([5, 5]);
  await domain.pool.query('update video set disabled_at = now() where video_id = any($1)', [
    clips.slice(0, 3),
  ]);
  expect(await totals()).toEqual([2, 2]);
  await domain.pool.query('update video set disabled_at = null, title = $1', ['Again']);
  expect(await totals()).toEqual([5, 5]);
  await domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at)
     values ($1, $2, $3, 0, now())`,
    [user.userId, '2026-03-01', clips[0]],
  );
  expect(await totals()).toEqual([5, 4]);
  await domain.pool.query('delete from video where video_id = $1', [clips[4]]);
  expect(await totals()).toEqual([4, 3]);
  await domain.pool.query('truncate video');
  expect(await totals()).toEqual([0, 0]);
});

test('the held and paid sums equal those of the withdrawals, also after rows were added up', async () => {
  await addGcash(domain);
  for (const step of ['pending', 'in_review', 'paid', 'rejected', 'returned'] as const) {
    await requestAt(step);
  }
  const figures = () => new MoneyFigures(domain.pool).read();
  const { rows } = await domain.pool.query<{ held: number; paid: number }>(
    `select (sum(amount) filter (where status = 'pending') / 10000)::float8 as held,
       (sum(amount) filter (where status = 'paid') / 10000)::float8 as paid from withdrawal`,
  );
  const sums = { heldUnits: rows[0]?.held, paidUnits: rows[0]?.paid };
  expect(await figures()).toMatchObject(sums);
  await mergeWithdrawalSums(domain.pool);
  expect(await figures()).toMatchObject(sums);
  expect((await domain.pool.query('select from withdrawal_sum')).rowCount).toBe(1);
});

test('registrations of a block are counted up to a thousand', async () => {
  const { userId } = await domain.user();
  const inBlock = (from: bigint, count: number) =>
    domain.pool.query(
      `insert into registration_block (user_id, block_hash, registered_at)
       select i, 'block', $3 from generate_series($1::bigint, $1 + $2 - 1) as i`,
      [from, count, domain.now()],
    );
  await domain.pool.query(
    `insert into payout_info (user_id, country, method, account_type, recipient_name, account,
       updated_at) values ($1, 'DE', 'm', 'phone', 'Anna', '4915112345678', now())`,
    [userId],
  );
  const looked = { runLength: 5, isMediaAtCdn: false };
  const registrations = async () =>
    (await factsOfUser(domain.pool, userId, looked, domain.now()))?.registrations;
  expect(await registrations()).toBe(0);
  await inBlock(userId, 1);
  await inBlock(1_000_000n, 7);
  expect(await registrations()).toBe(8);
  await inBlock(2_000_000n, 2_000);
  expect(await registrations()).toBe(1_000);
});

test('the registrations of many blocks are counted for each block separately', async () => {
  const sizes = [3, 1_500, 1, 999, 2_500, 12, 1_000, 4_000, 2, 1_001, 700, 5];
  const blocks = sizes.map((_, at) => Buffer.from(`block ${at}`));
  for (const [at, size] of sizes.entries()) {
    await domain.pool.query(
      `insert into registration_block (user_id, block_hash, registered_at)
       select i, $2, $3 from generate_series($1::bigint, $1 + $4::int - 1) as i`,
      [10_000_000 + at * 10_000, blocks[at], domain.now(), size],
    );
  }
  const since = new Date(domain.now().getTime() - 1);
  const counted = await countRegistrations(domain.pool, blocks, since);
  expect(blocks.map((block) => counted.get(block.toString('hex')))).toEqual(
    sizes.map((size) => Math.min(size, 1_000)),
  );
  const unknown = [...blocks, Buffer.from('nobody')];
  expect((await countRegistrations(domain.pool, unknown, since)).size).toBe(sizes.length);
});

test('the verification covers users of all ids, one slice after the other', async () => {
  const { users } = await verifyLedger(domain.pool);
  const far = [-5_000_000n, 30_000n, 2n ** 62n];
  for (const id of far) {
    await domain.pool.query('insert into wallet (user_id) values ($1)', [id]);
    await domain.pool.query(
      `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
         created_at) values ($1, 1, 'invite', 'k', 'rewards', 'available', 7, '', now())`,
      [id],
    );
  }
  const report = await verifyLedger(domain.pool);
  expect(report.users).toBe(users + far.length);
  expect(report.differences.filter((line) => line.startsWith('user'))).toEqual(
    far.map((id) => `user ${id}: has 1 transfers up to number 1, its wallet counts 0`),
  );
});
