import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { planDistribution } from '../../server/database/distribution.ts';
import { grantToRuntime } from '../../server/database/grants.ts';
import { migrate } from '../../server/database/migrate.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { mergeWithdrawalSums } from '../../server/domain/housekeeping.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { record } from '../../server/domain/watching.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { installCitusStubs } from '../postgres/citus.ts';
import { startOwnPostgres } from '../postgres/own.ts';
import { PARTITIONS, partition } from '../postgres/partitions.ts';
import { coordinator, recordedCalls } from './distribute.support.ts';
import { dataDir, run, setUpOperator } from './operator.setup.ts';
import { addGcash, preparePayout } from './payout.support.ts';
import { createTestDomain, type TestDomain } from './support.ts';

setUpOperator();

const COPY = ['database', 'distribute', '--on-a-copy'];

const give = ({ url }: TestDomain, ...argv: string[]) =>
  run([...COPY, ...argv], { DATABASE_URL: url });

test('database distribute is refused in one line without Citus, and without a flag', async () => {
  const domain = await createTestDomain();
  onTestFinished(() => domain.drop());
  expect(await give(domain)).toEqual({
    ...{ status: 1, out: '', err: 'the extension citus is missing in this database' },
  });
  const { status, err } = await run(['database', 'distribute'], { DATABASE_URL: domain.url });
  expect(status).toBe(2);
  expect(err).toMatch(
    /^Citus refuses some statements of this version .*: give --dry-run, or --on-a-copy/,
  );
});

test.each([
  ['update citus.pg_dist_local_group set groupid = 1', /^this is a worker: /],
  [
    'delete from citus.pg_dist_node where groupid = 0',
    /^the workers do not know the coordinator: /,
  ],
  ['update citus.pg_dist_node set isactive = groupid = 0', /^there is no worker: /],
  [
    `insert into running_server values (gen_random_uuid(), 'one:7', '{}', now() + interval '1 minute')`,
    /^stop the servers first: one:7$/,
  ],
])('the command is refused after %s, and changes nothing', async (statement, reason) => {
  const domain = await coordinator();
  await domain.pool.query(statement);
  const { status, err } = await give(domain);
  expect([status, err]).toEqual([1, expect.stringMatching(reason)]);
  expect(await recordedCalls(domain)).toEqual([]);
});

test('a role that does not own the tables is refused', async () => {
  const own = await startOwnPostgres();
  onTestFinished(() => own.stop());
  const owner = own.url('clipurse_owner');
  await migrate(owner);
  await installCitusStubs(owner);
  const client = new pg.Client(owner);
  await client.connect();
  await grantToRuntime(client, 'clipurse_server');
  await client.query(`grant usage on schema citus to clipurse_server;
    grant select on all tables in schema citus to clipurse_server`);
  await client.end();
  const env = { DATABASE_URL: own.url('clipurse_server'), DATA_DIR: join(dataDir, 'own') };
  const { status, err } = await run(COPY, env);
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(/^the role of DATABASE_URL does not own account, .*: connect as their /),
  ]);
});

test('nothing is distributed while a table has a rule over all people', async () => {
  const domain = await coordinator();
  await domain.pool.query('create table badge (user_id bigint primary key, name text unique)');
  const { status, err } = await give(domain);
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(/^rules over all people prevent the distribution: badge_name_key of /),
  ]);
  expect(await recordedCalls(domain)).toEqual([]);
});

test('each table and function of a person is distributed as planned, once', async () => {
  const domain = await coordinator();
  const { tables, functions } = await planDistribution(domain.pool);
  const { out } = await run([...COPY.slice(0, 2), '--dry-run', '--json'], {
    DATABASE_URL: domain.url,
  });
  const plan = JSON.parse(out);
  expect(plan.obstacle).toBe(null);
  expect(await recordedCalls(domain)).toEqual([]);

  const { status, out: said } = await give(domain, '--json');
  expect([status, JSON.parse(said)]).toEqual([0, { steps: plan.steps }]);
  const lines = await recordedCalls(domain);
  expect(lines[0]).toBe('wallet by user_id');
  const people = tables.filter(({ place }) => place === 'person').map(({ name }) => name);
  expect(people.length).toBeGreaterThan(30);
  expect(lines.filter((line) => line.endsWith(' by user_id')).sort()).toEqual(
    people.map((name) => `${name} by user_id`),
  );
  expect(lines.filter((line) => / by (?!user_id)/.test(line))).toEqual([
    ...['account_lookup by lookup_hash', 'watch_ticket_used by nonce'],
  ]);
  expect(lines.filter((line) => line.endsWith(' everywhere'))).toEqual([
    ...[
      'funding everywhere',
      'funding_deposit everywhere',
      'payout_method everywhere',
      'video everywhere',
    ],
  ]);
  expect(lines.filter((line) => line.endsWith(' on the coordinator'))).toEqual([
    ...['ad on the coordinator', 'ad_allotment on the coordinator'],
    ...['day_promise on the coordinator', 'funding_allotment on the coordinator'],
  ]);
  expect(lines.filter((line) => line.endsWith(' where its person is'))).toEqual(
    functions
      .filter(({ crosses, stays }) => crosses === null && stays === null)
      .map(({ name }) => `${name} where its person is`),
  );
  expect(lines).toContain('promise_left');

  expect(await give(domain)).toMatchObject({ status: 0, out: 'everything is distributed already' });
  expect(await recordedCalls(domain)).toEqual(lines);
  const { rows } = await domain.pool.query(
    `select count(*)::int as entries from audit where action = 'database distribute'`,
  );
  expect(rows).toEqual([{ entries: 1 }]);
});

test('a table that Citus replaces continues its numbering', async () => {
  const domain = await coordinator();
  await domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     values ('Tea', 'Hills', '/t.mp4', '/t.webp', 'https://tea.example', 'Taste', 9000, now())`,
  );
  // as Citus does: the sequence of the new table starts again
  await domain.pool.query(
    `create or replace function citus.citus_add_local_table_to_metadata(table_name regclass)
     returns void language plpgsql as $$
     begin
       perform citus.note(table_name, 'n', null, format('%s on the coordinator', table_name));
       if table_name = 'ad'::regclass then alter table ad alter column ad_id restart; end if;
     end $$`,
  );
  expect((await give(domain)).status).toBe(0);
  const { rows } = await domain.pool.query<{ ad_id: bigint }>(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     values ('Tea', 'Hills', '/u.mp4', '/t.webp', 'https://tea.example', 'Taste', 9000, now())
     returning ad_id`,
  );
  expect(rows).toEqual([{ ad_id: 2n }]);
});

test('a distribution that failed half way continues where it ended', async () => {
  const domain = await coordinator();
  const fail = (text: string) =>
    domain.pool.query(
      `create or replace function citus.refuse_triggers(p_table regclass) returns void
       language plpgsql as $$ begin ${text} end $$`,
    );
  await fail(`if p_table = 'session'::regclass then raise 'the worker is gone'; end if;`);
  expect(await give(domain)).toMatchObject({ status: 1, err: 'failed: the worker is gone' });
  const half = await recordedCalls(domain);
  expect(half).not.toContain('session by user_id');
  await fail('');
  expect((await give(domain)).status).toBe(0);
  const all = await recordedCalls(domain);
  expect(all.slice(0, half.length)).toEqual(half);
  expect(all).toContain('session by user_id');
  expect(new Set(all).size).toBe(all.length);
});

test('after a distribution a server of an earlier version does not start, this version does', async () => {
  const domain = await coordinator();
  expect((await give(domain)).status).toBe(0);
  const { rows } = await domain.pool.query(
    'select contract from migration order by number desc limit 1',
  );
  expect(rows).toEqual([{ contract: true }]);
  expect(await migrate(domain.url)).toEqual([]);
});

test.each([
  ['session', 'user_id', /cannot create constraint on "session"/],
  ['video', 'video_id', /cannot distribute relation "video" because it has triggers/],
  ['scrap', 'user_id', /relation scrap has a foreign key/],
])('the stub of Citus refuses an unprepared table: %s', async (table, column, reason) => {
  const { pool } = await coordinator();
  await pool.query('create table scrap (user_id bigint primary key references account)');
  const asked = pool.query('select citus.create_distributed_table($1, $2)', [table, column]);
  await expect(asked).rejects.toThrow(reason);
});

test('rewards, withdrawals and sums work on a distributed database', async () => {
  const domain = await coordinator();
  expect((await give(domain)).status).toBe(0);
  const client = new pg.Client(domain.url);
  await client.connect();
  const views = await client.query<{ text: string }>(
    `select format('create view %I as %s', viewname, definition) as text from pg_views
     where schemaname = 'public' and viewname in ('handed', 'withdrawal_sum')`,
  );
  for (const line of await recordedCalls(domain)) {
    const table = / by user_id$/.test(line) ? line.split(' ')[0] : undefined;
    if (table) await partition(client, table, []);
  }
  for (const { text } of views.rows) await client.query(text);
  await client.query('delete from database_function');
  await client.end();
  await migrate(domain.url);

  await domain.configure({ 'video.watch_seconds': '0', 'withdraw.min_amount': '1' });
  await addGcash(domain);
  const clip = await domain.video();
  const people = await Promise.all(Array.from({ length: 12 }, () => domain.user()));
  for (const caller of people) {
    await preparePayout(domain, caller);
    await correctBalance(
      domain.pool,
      caller.userId,
      { amount: 50_000n, reason: '-' },
      domain.now(),
    );
    await domain.pool.query(
      `insert into served (user_id, kind, item_id, first_at) values ($1, 'video', $2, $3)`,
      [caller.userId, clip, domain.now()],
    );
    await record(domain.context(), caller, { videos_id: clip });
    await claimShareReward(domain.context(), caller, {});
    await withdraw(domain.context(), caller, { amount: '2' });
  }
  await mergeWithdrawalSums(domain.pool);
  const { rows } = await domain.pool.query(
    `select (select count(distinct tableoid)::int from wallet) as places, held, paid, clips
     from withdrawal_sum, shown_clips`,
  );
  expect(rows).toEqual([{ places: PARTITIONS, held: 12n * 20_000n, paid: 0n, clips: 1n }]);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
