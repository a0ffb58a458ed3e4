import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { addAd } from './ad.support.ts';
import { table } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/proofs.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { untilSomebodyWaits } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

setUpServer();
beforeEach(() => server.domain.pool.query('truncate kept_answer'));

async function walletOf({ userId }: User) {
  const { rows } = await server.domain.pool.query(
    'select available, debt, version from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

const once = { 'idempotency-key': 'one' };

/** What a call pays for: the field that names it, how one is made and served, what else it answers. */
const kinds = [
  {
    call: 'record',
    field: 'videos_id',
    item: 'video',
    reward: 'reward',
    serve: 'playable',
    make: () => server.domain.video(),
    rest: ',"remaining_today":19',
  },
  {
    call: 'watchAdReward',
    field: 'ad_id',
    item: 'ad',
    reward: 'watch_reward',
    serve: 'getAdList',
    make: () => addAd(server.domain, { watch_reward: 500n }),
    rest: '',
  },
  {
    call: 'clickAdReward',
    field: 'ad_id',
    item: 'ad',
    reward: 'click_reward',
    serve: 'getAdList',
    make: () => addAd(server.domain, { click_reward: 500n }),
    rest: '',
  },
] as const;

type Kind = (typeof kinds)[number];

/** A user who has watched two things for as long as they have to, and a request for each. */
async function watched({ field, serve, make }: Kind) {
  const user = await server.user({ keep: true });
  const ids = [await make(), await make()] as const;
  await expectAnswer(user.client, serve, { limit: 100 });
  server.domain.advance(5000);
  const naming = (id: number) => ({ [field]: id }) as { videos_id: number; ad_id: number };
  return { user, first: naming(ids[0]), second: naming(ids[1]) };
}

describe.each(kinds)('$call', (kind) => {
  const { call, rest } = kind;

  test('is paid once for its key, and each answer is the first one’s bytes', async () => {
    const { user, first } = await watched(kind);
    const send = () => user.client.send(call, first, once);
    const together = await Promise.all(Array.from({ length: 8 }, send));
    server.domain.advance(8 * DAY_MS - 1);
    const texts = new Set([...together, await send()].map(({ text }) => text));
    expect([...texts]).toEqual([
      `{"code":1,"msg":"ok","data":{"reward":"0.0500","balance":"0.0500"${rest}}}`,
    ]);
    expect(await walletOf(user)).toEqual({ available: 500n, debt: 0n, version: 1n });
  });

  test('is refused with the key of another body, and pays nothing', async () => {
    const { user, first, second } = await watched(kind);
    await expectAnswer(user.client, call, first, once);
    server.domain.advance(5000);
    await expectRefusal(user.client, call, second, 'idempotency_key_reused', {}, once);
    expect(await walletOf(user)).toEqual({ available: 500n, debt: 0n, version: 1n });
  });

  test('is a claim of its own with each key', async () => {
    const { user, first, second } = await watched(kind);
    await expectAnswer(user.client, call, first, once);
    server.domain.advance(5000);
    await expectAnswer(user.client, call, second, { 'idempotency-key': 'two' });
    expect(await walletOf(user)).toEqual({ available: 1000n, debt: 0n, version: 2n });
  });
});

describe.each(kinds)('the kept answer of $call', (kind) => {
  const { call, field, item, reward, serve } = kind;

  test('ends, and its key is a new one', async () => {
    const { user, first, second } = await watched(kind);
    await expectAnswer(user.client, call, first, once);
    server.domain.advance(8 * DAY_MS);
    await expectAnswer(user.client, serve, { limit: 100 });
    server.domain.advance(5000);
    const { text } = await user.client.send(call, second, once);
    const again = await user.client.send(call, second, once);
    expect([JSON.parse(text).data.balance, again.text]).toEqual(['0.1000', text]);
  });

  test('says sums of all sizes as the first one did', async () => {
    const { user, first } = await watched(kind);
    await server.domain.pool.query(
      `update ${item} set ${reward} = 123456789 where ${item}_id = $1`,
      [first[field]],
    );
    const send = () => user.client.send(call, first, once);
    const [answer, again] = [await send(), await send()];
    expect(answer.envelope.data).toMatchObject({ reward: '12345.6789', balance: '12345.6789' });
    expect(again.text).toBe(answer.text);
  });

  test('undoes a claim that finds another one kept while it pays', async () => {
    const { user, first } = await watched(kind);
    const { pool, now } = server.domain;
    const kept = new Date(now().getTime() + DAY_MS);
    let claim: ReturnType<typeof user.client.send> | undefined;
    await inTransaction(pool, async (db) => {
      await db.query(
        `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
         values ($1, $2, 'one', '', '{}', $3)`,
        [user.userId, table[call].path, kept],
      );
      claim = user.client.send(call, first, once);
      await untilSomebodyWaits(pool, claim);
    });
    expect((await claim)?.envelope.data).toEqual({ reason: 'idempotency_key_reused' });
    expect(await walletOf(user)).toEqual({ available: 0n, debt: 0n, version: 0n });
  });
});
