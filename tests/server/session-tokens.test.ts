import { expect, test } from 'vitest';
import { createPool, inTransaction } from '../../server/database/database.ts';
import { findSession, hashToken } from '../../server/domain/sessions.ts';
import { newToken, userIdInToken } from '../../server/domain/tokens.ts';
import { Client } from './http/client.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { prove } from './support.ts';

setUpServer();

const LAST = 2n ** 63n - 1n;
const SECRET = 's'.repeat(43);
/** The tokens that servers of the previous version accept. */
const TAKEN_BEFORE = /^[A-Za-z0-9_-]{16,128}$/;

test.each([1n, 1_000_000n, LAST])(
  'a token names account %s, and each new token is different',
  (id) => {
    const token = newToken(id);
    expect(userIdInToken(token)).toBe(id);
    expect(token).toMatch(TAKEN_BEFORE);
    expect(newToken(id)).not.toBe(token);
  },
);

/** Tokens that name no account: the server looks them up by the token alone. */
const unnamed: [string, string][] = [
  ['a token of an older version', SECRET],
  ['a token of an older version that looks like a new one', `7-${'s'.repeat(41)}`],
  ['a number that no account can have', `${LAST + 1n}-${SECRET}`],
  ['a number of twenty digits', `${10n ** 19n}-${SECRET}`],
  ['a number that begins with a letter', `x7-${SECRET}`],
  ['a hexadecimal number', `0x7-${SECRET}`],
  ['an empty number', `-${SECRET}`],
  ['a number below zero', `-7-${SECRET}`],
  ['zero', `0-${SECRET}`],
  ['a number that begins with zero', `07-${SECRET}`],
  ['a secret that is too short', `7-${'s'.repeat(42)}`],
  ['a secret that is too long', `7-${'s'.repeat(44)}`],
  ['a number and two secrets', `7-${SECRET}-${SECRET}`],
];

test.each(unnamed)('no account is named by %s', (_, token) => {
  expect(userIdInToken(token)).toBeNull();
});

const secretOf = ({ token }: User) => token.slice(-43);

/** Tokens that open no session, made from the tokens of two users. */
const forged: [string, (mine: User, other: User) => string][] = [
  [
    'the secret of one user and the number of another',
    (mine, other) => `${other.userId}-${secretOf(mine)}`,
  ],
  ['the number of no account', (mine) => `${LAST}-${secretOf(mine)}`],
  ['a user’s number and another secret', (mine) => `${mine.userId}-${SECRET}`],
  ['a user’s token after a zero', (mine) => `0${mine.token}`],
  ['a secret without its number', secretOf],
  ...unnamed.map(([name, token]): [string, () => string] => [name, () => token]),
];

test.each(forged)('a token is refused like an unknown token: %s', async (_, forge) => {
  const [mine, other] = [await server.user(), await server.user()];
  const refused = async (token: string) => {
    const { status, text } = await new Client(server.url, token).send('info');
    return { status, text };
  };
  const unknown = await refused('A'.repeat(43));
  expect(JSON.parse(unknown.text)).toMatchObject({ code: 401 });
  expect(await refused(forge(mine, other))).toEqual(unknown);
  expect((await mine.client.send('info')).envelope.code).toBe(1);
});

/** The work of looking up a token: how often each index and table is read. */
async function workOf(token: string): Promise<object[]> {
  const pool = createPool({ url: server.domain.url, max: 1 });
  try {
    return await inTransaction(pool, async (db) => {
      // Postgres plans a new connection's first statements for their values, later statements for any values
      await db.query('set local plan_cache_mode = force_generic_plan');
      const found = findSession(server.domain.context({ db }), token);
      await expect(found).rejects.toMatchObject({ code: 401 });
      const { rows } = await db.query(
        `select relname as asked, seq_scan as times from pg_stat_xact_user_tables where seq_scan > 0
         union all select indexrelname, pg_stat_get_xact_numscans(indexrelid)
         from pg_stat_user_indexes where pg_stat_get_xact_numscans(indexrelid) > 0 order by 1`,
      );
      return rows;
    });
  } finally {
    await pool.end();
  }
}

test('refusing a token takes the same work whether or not its account exists', async () => {
  const [mine, other] = [await server.user(), await server.user()];
  const [noAccount, otherAccount, wrongSecret] = [
    await workOf(`${LAST}-${SECRET}`),
    await workOf(`${other.userId}-${secretOf(mine)}`),
    await workOf(`${mine.userId}-${SECRET}`),
  ];
  const once = [{ asked: 'session_of_person', times: 1n }];
  expect({ noAccount, otherAccount, wrongSecret }).toEqual({
    noAccount: once,
    otherAccount: once,
    wrongSecret: once,
  });
});

test('a token of the previous format is valid until its session ends', async () => {
  const { userId } = await server.user();
  const token = `of-before-${userId}`.padEnd(43, '_');
  await prove(server.domain, { userId, token });
  const client = new Client(server.url, token);
  const videos_id = await server.domain.video();
  await client.send('playable');
  server.domain.advance(3_600_000);
  expect((await client.send('record', { videos_id })).envelope.code).toBe(1);
  expect((await client.send('updateFcmToken', { fcm_token: token })).envelope.code).toBe(1);
  const { rows } = await server.domain.pool.query(
    'select fcm_token, seen_at from session where token_hash = $1',
    [hashToken(token)],
  );
  expect(rows).toEqual([{ fcm_token: token, seen_at: server.domain.now() }]);
  expect((await client.send('logout')).envelope.code).toBe(1);
  expect((await client.send('info')).envelope.code).toBe(401);
});

test('a server of the previous version finds a new token', async () => {
  const { userId, token } = await server.user();
  const find = async (hash: Buffer) => {
    const { rows } = await server.domain.pool.query(
      'select user_id, session_end from find_session($1, $2, null)',
      [hash, server.domain.now()],
    );
    return rows[0];
  };
  expect(await find(hashToken(token))).toEqual({ user_id: userId, session_end: null });
  expect(await find(hashToken(SECRET))).toEqual({ user_id: null, session_end: 401 });
});
