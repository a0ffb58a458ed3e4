import { beforeEach, describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls.ts';
import { deleteExpiredKeys } from '../../server/http/key-cleanup.ts';
import { takesKey } from '../../server/http/openapi/document.ts';
import type { CallName } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { makeDevice } from './web-push.support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

setUpServer({ config: { mail: { url: 'smtp://127.0.0.1', from: 'help@clips.example' } } });
beforeEach(() => server.domain.pool.query('truncate kept_answer'));

let serial = 0;
function key(): Record<string, string> {
  serial += 1;
  return { 'idempotency-key': `key-${serial}` };
}

/** Returns a user's available balance, and the number of movements of the wallet. */
async function money({ userId }: User) {
  const { rows } = await server.domain.pool.query<{ available: bigint; version: bigint }>(
    'select available, version from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

async function shares({ userId }: User): Promise<number> {
  const { rows } = await server.domain.pool.query<{ shares: bigint }>(
    'select shares from progress where user_id = $1',
    [userId],
  );
  return Number(rows[0]?.shares);
}

describe('a repeated key', () => {
  test('makes a call count once that would otherwise count each time', async () => {
    const user = await server.user();
    const headers = key();
    const texts = await Promise.all(
      Array.from({ length: 10 }, async () => {
        return (await user.client.send('incrementShare', {}, headers)).text;
      }),
    );
    expect(new Set(texts)).toEqual(new Set(['{"code":1,"msg":"ok","data":{"shares":1}}']));
    expect(await shares(user)).toBe(1);
    await expectAnswer(user.client, 'incrementShare', {}, key());
    expect(await shares(user)).toBe(2);
  });
});

describe('a repeated key counts as a new one', () => {
  test('never with another body: it is refused, but the same fields as a form have the same answer', async () => {
    const user = await server.user();
    const headers = key();
    await user.client.send('claimTask', { task: 'no such task' }, headers);
    const other = { task: 'another' };
    await expectRefusal(user.client, 'claimTask', other, 'idempotency_key_reused', {}, headers);
    const form = await user.client.raw('/index.php/api/task/claim', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ task: 'no such task' }),
    });
    expect(form.envelope.data).toEqual({ reason: 'unknown_task' });
  });

  test('for another user or another path', async () => {
    const [one, two] = [await server.user(), await server.user()];
    const headers = key();
    await expectAnswer(one.client, 'incrementShare', {}, headers);
    await expectAnswer(two.client, 'incrementShare', {}, headers);
    await expectAnswer(one.client, 'claimShareReward', {}, headers);
    // `claimShareReward` adds a share too
    expect([await shares(one), await shares(two)]).toEqual([2, 1]);
  });

  test('after 24 hours', async () => {
    const user = await server.user();
    const headers = key();
    await expectAnswer(user.client, 'incrementShare', {}, headers);
    server.domain.advance(DAY_MS - 1);
    await expectAnswer(user.client, 'incrementShare', {}, headers);
    expect(await shares(user)).toBe(1);
    server.domain.advance(1);
    await expectAnswer(user.client, 'incrementShare', {}, headers);
    expect(await shares(user)).toBe(2);
  });

  test('after 8 days for a claim', async () => {
    const user = await server.user({ keep: true });
    const headers = key();
    await expectAnswer(user.client, 'claimShareReward', {}, headers);
    server.domain.advance(8 * DAY_MS - 1);
    await expectAnswer(user.client, 'claimShareReward', {}, headers);
    expect(await shares(user)).toBe(1);
    server.domain.advance(1);
    await expectAnswer(user.client, 'claimShareReward', {}, headers);
    expect(await shares(user)).toBe(2);
  });
});

test('a refused claim is stored for 24 hours, like any refusal, and then decided again', async () => {
  const user = await server.user({ keep: true });
  const clip = await server.domain.video();
  const headers = key();
  const input = { videos_id: clip };
  await expectAnswer(user.client, 'playable');
  const wait = { retry_after: 5000 };
  await expectRefusal(user.client, 'record', input, 'too_early', wait, headers);
  server.domain.advance(DAY_MS - 1);
  await expectRefusal(user.client, 'record', input, 'too_early', wait, headers);
  server.domain.advance(1);
  await expectAnswer(user.client, 'playable');
  server.domain.advance(5000);
  await expectAnswer(user.client, 'record', input, headers);
});

describe('no answer is stored under the key of', () => {
  const kept = async () =>
    (await server.domain.pool.query('select path from kept_answer')).rows.length;

  test('a malformed request', async () => {
    const { client } = await server.user();
    const headers = key();
    expect((await client.send('record', { videos_id: 'x' }, headers)).status).toBe(400);
    expect(await kept()).toBe(0);
  });

  test('an ended session', async () => {
    const headers = key();
    expect((await server.visitor().send('incrementShare', {}, headers)).envelope.code).toBe(401);
    expect(await kept()).toBe(0);
  });

  test('a fault: nothing has moved, and the next attempt works', async () => {
    const user = await server.user();
    const headers = key();
    const broken = 'alter table kept_answer add constraint broken check (answer = $$$$) not valid';
    await server.domain.pool.query(broken);
    const failed = await user.client.send('handleLoginReward', {}, headers);
    await server.domain.pool.query('alter table kept_answer drop constraint broken');
    expect(failed.status).toBe(500);
    expect(await money(user)).toEqual({ available: 0n, version: 0n });
    await expectAnswer(user.client, 'handleLoginReward', {}, headers);
    expect(await money(user)).toEqual({ available: 10_000n, version: 1n });
  });

  test('a public call, whose answer may carry a token', async () => {
    const user = await server.user();
    const input = { tab: 'login', username: 'nobody', password: 'nothing' };
    await user.client.send('checkIn', input, key());
    expect(await kept()).toBe(0);
  });
});

test.each(['', 'a'.repeat(65), 'with space', 'é'])('%j is not a valid key', async (text) => {
  const { client } = await server.user();
  const received = await client.send('logout', {}, { 'idempotency-key': text });
  expect(received).toMatchObject({
    status: 400,
    envelope: {
      data: {
        reason: 'invalid_request',
        fields: { 'idempotency-key': '1 to 64 letters, digits, "_" or "-"' },
      },
    },
  });
});

test('every call that takes a key stores its answer under the key', async () => {
  const { client } = await server.user();
  const takers = Object.entries(calls).filter(([, call]) => takesKey(call));
  // log out last: it ends the session of the other calls
  takers.sort(([one], [other]) => Number(one === 'logout') - Number(other === 'logout'));
  const input = {
    agreed: '',
    country: 'IN',
    method: 'none',
    recipient_name: 'A',
    account: 'a',
    amount: '1',
    fcm_token: 't',
    ...makeDevice('https://web.push.apple.com/phone').subscription,
    task: 'none',
    videos_id: 1,
    ad_id: 1,
    id: 1,
    session: '0'.repeat(32),
    passkey: '0'.repeat(32),
    name: 'phone',
    response: '{}',
    kind: 'correction',
    text: 'x',
  };
  const answered = [];
  for (const [name, { path }] of takers) {
    const headers = key();
    const { text } = await client.send(name as CallName, input, headers);
    answered.push({ path, key: headers['idempotency-key'], answer: text });
  }
  const { rows } = await server.domain.pool.query('select path, key, answer from kept_answer');
  expect(new Set(rows)).toEqual(new Set(answered));
  expect(rows).toHaveLength(22);
});

describe('the clean-up of keys', () => {
  test('deletes expired ones, a limited number at a time', async () => {
    const { pool, now } = server.domain;
    await pool.query(
      `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
       select 1, '/p', 'k' || n, '', '{}', $1::timestamptz + interval '1 day' - n * interval '1 minute'
       from generate_series(1, 3000) n`,
      [now()],
    );
    const rounds = [];
    for (let round = 0; round < 4; round += 1) rounds.push(await deleteExpiredKeys(pool, now()));
    // 24 hours are 1440 minutes
    expect(rounds).toEqual([1000, 561, 0, 0]);
    const { rows } = await pool.query<{ count: bigint }>('select count(*) from kept_answer');
    expect(rows).toEqual([{ count: 1439n }]);
  });
});
