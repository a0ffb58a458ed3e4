import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { createRequestLimit } from '../../server/domain/limits.ts';
import { findSession, hashToken } from '../../server/domain/sessions.ts';
import { Settings } from '../../server/domain/settings.ts';
import { HOUR } from '../../server/domain/time.ts';
import { startOwnPostgres } from '../postgres/own.ts';

const TOKEN = 'token-of-somebody';
const THEN = new Date('2026-03-01T10:00:00.000Z');
const NOW = new Date(THEN.getTime() + HOUR);

test('while a new primary has no standby, requests are counted, sessions prolonged, and other writes wait', async () => {
  const postgres = await startOwnPostgres();
  onTestFinished(() => postgres.stop());
  const url = postgres.url('clipurse_owner');
  await migrate(url);
  const pool = createPool({ url, queryTimeoutMs: 20_000 });
  onTestFinished(() => pool.end());
  await pool.query(
    `with made as (
       insert into account (username, username_key, email, email_key, password_hash, invite_code,
         created_at, password_changed_at)
       values ('somebody', 'somebody', 'a@b.example', 'a@b.example', '', 'CODE1', $1, $1)
       returning user_id
     )
     insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at)
     select $2, user_id, true, $1::timestamptz, $1, $1 + interval '1 day' from made`,
    [THEN, hashToken(TOKEN)],
  );
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const root = new pg.Client({ connectionString: postgres.url('postgres') });
  await root.connect();
  await root.query("alter system set synchronous_standby_names = 'nobody'");
  await root.query('select pg_reload_conf()');
  await root.end();
  const write = { text: 'update account set email = email', query_timeout: 1_000 };
  // other writes wait as soon as Postgres has read its new configuration
  const end = async () => pool.query(write).then(String, ({ message }) => message);
  await expect.poll(end).toBe('Query read timeout');

  const { userId } = await findSession({ db: pool, settings, now: NOW }, TOKEN);
  const limit = createRequestLimit({ settings, now: () => NOW, writing: { note: () => {} } });
  expect(await limit.takeUser(pool, userId)).toBe(0);
  const { rows } = await pool.query(
    'select seen_at, (select sum(used)::int from limit_window) as used from session',
  );
  expect(rows).toEqual([{ seen_at: NOW, used: expect.any(Number) }]);
});
