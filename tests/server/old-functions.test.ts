import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { setUpDomain } from './domain.setup.ts';

setUpDomain();

/** Functions with these argument types, left in databases by versions before the previous one. */
const OLD = {
  record_watch: [
    'bigint, bigint, timestamptz, date, timestamptz, date, bigint, integer, integer, bigint, text, text, bytea, timestamptz',
    'bigint, bigint, timestamptz, date, timestamptz, date, bigint, integer, integer, integer, integer, integer, bigint, text, text, bytea, timestamptz',
  ],
  money_text: ['bigint'],
  credit_rewards: ['bigint, timestamptz, text, text'],
  find_session: ['bigint, bytea, timestamptz, timestamptz'],
  record_task: [
    'bigint, text, timestamptz, text, bigint, text, text, bytea, timestamptz, bytea, timestamptz',
  ],
  request_withdrawal: [
    'bigint, timestamptz, bigint, bigint, text, boolean, boolean, text, text, boolean, jsonb, timestamptz, timestamptz, boolean, text, text, text, bytea, timestamptz, bytea, timestamptz',
  ],
};

test('functions that no server calls any more are dropped, and the others stay unchanged', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  const read = async () => {
    const { rows } = await pool.query(
      `select oid::regprocedure::text as name, md5(pg_get_functiondef(oid)) as text from pg_proc
       where pronamespace = 'public'::regnamespace order by 1`,
    );
    return rows;
  };
  const before = await read();
  const old = Object.entries(OLD).flatMap(([name, lists]) =>
    lists.map((list) => `${name}(${list})`),
  );
  for (const signature of old) {
    await pool.query(`create function ${signature} returns text language sql as 'select null'`);
  }
  expect((await read()).length).toBe(before.length + old.length);
  await pool.query('update database_function set version = 1 where name = any($1)', [
    Object.keys(OLD),
  ]);
  await migrate(url);
  expect(await read()).toEqual(before);
});
