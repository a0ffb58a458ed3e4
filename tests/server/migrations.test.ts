import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { assertMigrated, migrate } from '../../server/database/migrate.ts';
import { readSpent } from '../../server/domain/ad-budgets.ts';
import { redivideAllotments } from '../../server/domain/allotments.ts';
import { SECOND } from '../../server/domain/time.ts';
import { record } from '../../server/domain/watching.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { volume } from '../volume.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { migrationsBefore } from './migrations.support.ts';

setUpDomain();

test('a clip that a server of the previous version served is paid by this version', async () => {
  const { userId, token } = await domain.user();
  const clip = await domain.video();
  const asBefore = `
    insert into handed (user_id, kind, item_id, first_at)
    select $1, 'video', $2, $3 where not exists (
      select from handed where user_id = $1 and kind = 'video' and item_id = $2
    ) on conflict do nothing`;
  const values = [userId, clip, domain.now()];
  const counts = [
    await domain.pool.query(asBefore, values),
    await domain.pool.query(asBefore, values),
  ];
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([1, 0]);
  domain.advance(5 * SECOND);
  expect(await record(domain.context(), { userId, token }, { videos_id: clip })).toMatchObject({
    reward: '0.0500',
    balance: '0.0500',
  });
});

test('extra views have their day after the migration', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0019'));
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  await pool.query(
    `insert into progress (user_id, day, extra_views_today)
     values (1, '2026-03-01', 0), (2, '2026-03-01', 1), (3, '2026-02-27', 5)`,
  );
  await migrate(url);
  const { rows } = await pool.query(
    'select user_id, day::text, views from extra_views order by user_id',
  );
  expect(rows).toEqual([
    { user_id: 2n, day: '2026-03-01', views: 1 },
    { user_id: 3n, day: '2026-02-27', views: 5 },
  ]);
});

test('the amount that an advertisement has spent is the same after the migration', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0033'));
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, budget, spent,
       created_at)
     values ('Sea', 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, 5200, 700, now())
     returning ad_id`,
  );
  const [{ ad_id }] = rows;
  await migrate(url);
  expect(await readSpent(pool, ad_id)).toBe(700n);
  await redivideAllotments(pool, 500n, ad_id);
  expect(await readSpent(pool, ad_id)).toBe(700n);
  const rooms = await pool.query('select sum(room)::int as room from ad_allotment');
  expect(rooms.rows).toEqual([{ room: 4_500 }]);
});

test('a clip of the demo names the new file in place of its replaced file after the migration', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0037'));
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  const ocean = { url: '/media/clips/ocean.mp4', bytes: 9 };
  const before = [ocean, { url: '/media/clips/ocean.540av1.mp4', bytes: 284_776, width: 540 }];
  await pool.query(
    `insert into video (title, author, url, poster, width, height, duration_ms, sources, created_at)
     values ('Ocean', 'An author', '/media/clips/ocean.mp4', '/a.webp', 540, 960, 8000, $1, now()),
       ('Koi', 'An author', '/media/clips/koi.mp4', '/b.webp', 540, 960, 8000, '[]', now())`,
    [JSON.stringify(before)],
  );
  await migrate(url);
  const { rows } = await pool.query('select sources from video order by video_id');
  expect(rows).toEqual([
    {
      sources: [ocean, { url: '/media/clips/ocean.540av1-2.mp4', bytes: 211_227, width: 540 }],
    },
    { sources: [] },
  ]);
});

// takes as long as a migration waits for a lock
test.runIf(volume(1, 0))(
  'a migration gives up waiting for a table that is locked for ever, so that other calls go on',
  async () => {
    const { url, drop } = await cloneDatabase('template0');
    onTestFinished(drop);
    await migrate(url, migrationsBefore('0154'));
    const [holder, caller] = [url, url].map((each) => new pg.Client({ connectionString: each }));
    for (const client of [holder, caller]) await client?.connect();
    await holder?.query('begin');
    await holder?.query('update session set keep = keep');
    const migrating = expect(migrate(url)).rejects.toThrow('due to lock timeout');
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`;
    const name = new URL(url).pathname.slice(1);
    await expect.poll(async () => (await domain.pool.query(waiting, [name])).rowCount).toBe(1);
    // the call waits behind the migration's lock request, not behind the holder's lock
    await caller?.query('update session set keep = keep');
    await migrating;
    const { rows } = (await caller?.query('select max(number) as last from migration')) ?? {};
    expect(rows?.[0].last).toBeLessThan(154);
    await holder?.query('rollback');
    expect(await migrate(url)).toContain('0154_session_of_person.sql');
    for (const client of [holder, caller]) await client?.end();
  },
);

test('a server whose role cannot create tables starts if no migration is missing', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const owner = createPool({ url: url.replace('user=clipurse', 'user=postgres'), max: 1 });
  onTestFinished(() => owner.end());
  await owner.query('alter schema public owner to postgres');
  await owner.query('revoke create on schema public from public');
  await owner.query('grant usage on schema public to public');
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  await expect(pool.query('create table other ()')).rejects.toThrow('permission denied');
  expect(await migrate(url)).toEqual([]);
});

test('a database that lacks migrations is refused with the name of the first missing migration', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  await expect(assertMigrated(pool, 'embedded')).rejects.toThrow(
    'the database has no tables: start the server of this version first',
  );
  await migrate(url, migrationsBefore('0019'));
  await expect(assertMigrated(pool, 'embedded')).rejects.toThrow(
    /^the database lacks 0019_\w+\.sql: start/,
  );
  const { rows } = await pool.query('select max(number) as last from migration');
  expect(rows).toEqual([{ last: 18 }]);
});

test('a start creates a missing or older function, and leaves a newer function unchanged', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  const names = globSync(join(import.meta.dirname, '../../server/database/functions/*.sql'));
  const written = async () => {
    const { rows } = await pool.query(
      `select find_session('', now(), null)::text as answer, version from database_function
       where name = 'find_session'`,
    );
    return rows[0];
  };
  const { rows: known } = await pool.query('select name from database_function order by name');
  expect(known.map(({ name }) => name)).toEqual(names.map((file) => basename(file, '.sql')).sort());
  await pool.query(
    `create or replace function find_session(p_token_hash bytea, p_now timestamptz,
       p_not_before timestamptz, out user_id bigint, out session_end integer)
     language sql as 'select 7::bigint, 8'`,
  );
  await pool.query("update database_function set version = 9 where name = 'find_session'");
  await migrate(url);
  expect(await written()).toEqual({ answer: '(7,8)', version: 9 });
  await pool.query("delete from database_function where name = 'find_session'");
  await migrate(url);
  expect(await written()).toEqual({ answer: '(,401)', version: 6 });
  await pool.query("update database_function set checksum = '' where name = 'find_session'");
  await expect(migrate(url)).rejects.toThrow(
    'the function find_session of version 6 in the database differs from the function of this version of Clipurse',
  );
});
