import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import { countWrongLookups } from '../../server/domain/account-lookups.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { findInviters } from '../../server/domain/registration.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { registerForm } from './forms.ts';
import { migrationsBefore } from './migrations.support.ts';
import { refusalOf } from './support.ts';

setUpDomain();

/** Inserts an account as a server of the previous version does. */
async function insertAsBefore(pool: pg.Pool, number: number): Promise<bigint> {
  const { rows } = await pool.query<{ user_id: bigint }>(
    `insert into account (username, username_key, email, email_key, password_hash, invite_code,
       created_at, password_changed_at, key_folding, username_skeletons)
     values ($1, lower($1), $2, $2, 'x', $3, now(), now(), 2, '{}') returning user_id`,
    [`Old_${number}`, `old${number}@example.org`, `OLD${number}`],
  );
  return rows[0]?.user_id as bigint;
}

test('an account inserted by a server of the previous version is found, and its names are taken', async () => {
  const number = 1;
  const userId = await insertAsBefore(domain.pool, number);
  const [username, email] = [`old_${number}`, `old${number}@example.org`];
  for (const name of [username, email]) expect(await findAccount(domain.pool, name)).toBe(userId);
  expect(await findInviters(domain.pool, `OLD${number}`)).toEqual([userId]);
  for (const [names, reason] of [
    [{ username }, 'username_taken'],
    [{ email }, 'email_taken'],
  ] as const) {
    const form = registerForm(2, names);
    expect(await refusalOf(checkIn(domain.context(), null, form))).toEqual({ reason });
  }
  await domain.pool.query(
    "update account set email = 'other@example.org', email_key = 'other@example.org' where user_id = $1",
    [userId],
  );
  expect(await findAccount(domain.pool, email)).toBe(null);
  expect(await findAccount(domain.pool, 'other@example.org')).toBe(userId);
  expect(await countWrongLookups(domain.pool)).toEqual({ missing: 0, stray: 0 });
});

test('the migration adds the look-ups of existing accounts', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0160'));
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  const people = await Promise.all([1, 2, 3].map((each) => insertAsBefore(pool, each)));
  await pool.query('update account set deleted_at = now() where user_id = $1', [people[1]]);
  await pool.query("update account set email = '' where user_id = $1", [people[2]]);
  await migrate(url);
  expect(await countWrongLookups(pool)).toEqual({ missing: 0, stray: 0 });
  expect((await pool.query('select from account_lookup')).rowCount).toBe(5);
});

test('missing and stray look-ups are counted', async () => {
  const { pool } = domain;
  const { userId } = await domain.user();
  await pool.query('update account_lookup set user_id = -1 where user_id = $1', [userId]);
  expect(await countWrongLookups(pool)).toEqual({ missing: 3, stray: 3 });
  await pool.query('update account_lookup set user_id = $1 where user_id = -1', [userId]);
});

test('a long insert of accounts does not read all look-ups again for each account', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(
    `insert into account (username, username_key, email, email_key, password_hash, invite_code,
       created_at, password_changed_at)
     select n, n, n || '@e.org', n || '@e.org', 'x', n, now(), now() from generate_series(1, 500) n`,
  );
  const { rows } = await client.query(
    `select n_tup_ins::int as made, seq_tup_read::int as read from pg_stat_xact_user_tables
     where relname = 'account_lookup'`,
  );
  expect(rows).toEqual([{ made: 1_500, read: 0 }]);
});
