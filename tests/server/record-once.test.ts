import { beforeEach, describe, expect, test } from 'vitest';
import { formatMoney } from '../../contract/money.ts';
import { inTransaction } from '../../server/database/database.ts';
import { addAd } from './ad.support.ts';
import { table } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { server, setUpServer, walletOf } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { untilLockWait } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

setUpServer();
beforeEach(() => server.domain.pool.query('truncate kept_answer'));

const once = { 'idempotency-key': 'one' };

type Fields = Readonly<Record<string, unknown>>;

/** A call that pays 0.05, and how the user earns it. */
interface Kind {
  readonly call: 'record' | 'watchAdReward' | 'clickAdReward' | 'claimShareReward' | 'claimTask';
  /** the end of the answer, after the balance */
  readonly rest: string;
  /** @returns the fields of a first claim, and a function that earns a second claim */
  readonly earn: (user: User) => Promise<readonly [Fields, () => Promise<Fields>]>;
  readonly setReward: (amount: bigint, first: Fields) => Promise<unknown>;
}

interface ItemKind extends Pick<Kind, 'call' | 'rest'> {
  /** table of the item, and its column of the reward */
  readonly item: readonly ['video' | 'ad', string];
  readonly field: 'videos_id' | 'ad_id';
  readonly serve: 'playable' | 'getAdList';
  readonly make: () => Promise<number>;
}

/** The claim for a clip or an ad, which is served and watched first. */
const ofItem = ({ call, rest, item: [item, reward], field, serve, make }: ItemKind): Kind => ({
  ...{ call, rest },
  earn: async ({ client }) => {
    const ids = [await make(), await make()] as const;
    const serveNow = async () => {
      await expectAnswer(client, serve, { limit: 100 });
      server.domain.advance(5000);
    };
    await serveNow();
    const second = async () => {
      await serveNow();
      return { [field]: ids[1] };
    };
    return [{ [field]: ids[0] }, second];
  },
  setReward: (amount, first) =>
    server.domain.pool.query(`update ${item} set ${reward} = $1 where ${item}_id = $2`, [
      amount,
      first[field],
    ]),
});

/** The share of today, and the share of the day before. */
const share: Kind = {
  ...{ call: 'claimShareReward', rest: '' },
  earn: async ({ userId }) => {
    const { pool, now, configure } = server.domain;
    await configure({ 'reward.share': '0.05' });
    await pool.query(
      "update account set created_at = created_at - '30 days'::interval where user_id = $1",
      [userId],
    );
    return [{}, async () => ({ earned_at: new Date(now().getTime() - DAY_MS).toISOString() })];
  },
  setReward: (amount) => server.domain.configure({ 'reward.share': formatMoney(amount) }),
};

/** Two tasks. */
const task: Kind = {
  ...{ call: 'claimTask', rest: '' },
  earn: async () => {
    await server.domain.configure({ 'reward.download_app': '0.05', 'reward.notification': '0.05' });
    return [{ task: 'download_app' }, async () => ({ task: 'notification' })];
  },
  setReward: (amount) => server.domain.configure({ 'reward.download_app': formatMoney(amount) }),
};

const kinds: readonly Kind[] = [
  ofItem({
    call: 'record',
    field: 'videos_id',
    item: ['video', 'reward'],
    serve: 'playable',
    make: () => server.domain.video(),
    rest: ',"remaining_today":19',
  }),
  ofItem({
    call: 'watchAdReward',
    field: 'ad_id',
    item: ['ad', 'watch_reward'],
    serve: 'getAdList',
    make: () => addAd(server.domain, { watch_reward: 500n }),
    rest: '',
  }),
  ofItem({
    call: 'clickAdReward',
    field: 'ad_id',
    item: ['ad', 'click_reward'],
    serve: 'getAdList',
    make: () => addAd(server.domain, { click_reward: 500n }),
    rest: '',
  }),
  share,
  task,
];

/** A user, and the fields of two claims that the user can earn. */
async function earned({ earn }: Kind) {
  const user = await server.user({ keep: true });
  const [first, second] = await earn(user);
  return { user, first, second };
}

describe.each(kinds)('$call', (kind) => {
  const { call, rest } = kind;

  test('is paid once for its key, and each answer has the first answer’s bytes', async () => {
    const { user, first } = await earned(kind);
    const send = () => user.client.send(call, first, once);
    const together = await Promise.all(Array.from({ length: 8 }, send));
    server.domain.advance(8 * DAY_MS - 1);
    const texts = new Set([...together, await send()].map(({ text }) => text));
    expect([...texts]).toEqual([
      `{"code":1,"msg":"ok","data":{"reward":"0.0500","balance":"0.0500"${rest}}}`,
    ]);
    expect(await walletOf(user)).toEqual({ available: 500n, debt: 0n, version: 1n });
  });

  test('is refused if its key came with another body before, and pays nothing', async () => {
    const { user, first, second } = await earned(kind);
    await expectAnswer(user.client, call, first, once);
    const other = await second();
    await expectRefusal(user.client, call, other, 'idempotency_key_reused', {}, once);
    expect(await walletOf(user)).toEqual({ available: 500n, debt: 0n, version: 1n });
  });

  test('is a separate claim with each key', async () => {
    const { user, first, second } = await earned(kind);
    await expectAnswer(user.client, call, first, once);
    await expectAnswer(user.client, call, await second(), { 'idempotency-key': 'two' });
    expect(await walletOf(user)).toEqual({ available: 1000n, debt: 0n, version: 2n });
  });
});

describe.each(kinds)('the stored answer of $call', (kind) => {
  const { call, setReward } = kind;

  test('expires, and its key can be used again', async () => {
    const { user, first, second } = await earned(kind);
    await expectAnswer(user.client, call, first, once);
    server.domain.advance(8 * DAY_MS);
    const fields = await second();
    const { text } = await user.client.send(call, fields, once);
    const again = await user.client.send(call, fields, once);
    expect([JSON.parse(text).data.balance, again.text]).toEqual(['0.1000', text]);
  });

  test('has sums of all sizes as in the first answer', async () => {
    const { user, first } = await earned(kind);
    await setReward(123456789n, first);
    const send = () => user.client.send(call, first, once);
    const [answer, again] = [await send(), await send()];
    expect(answer.envelope.data).toMatchObject({ reward: '12345.6789', balance: '12345.6789' });
    expect(again.text).toBe(answer.text);
  });

  test('rolls back a claim that finds the answer while it pays', async () => {
    const { user, first } = await earned(kind);
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
      await untilLockWait(pool, claim);
    });
    expect((await claim)?.envelope.data).toEqual({ reason: 'idempotency_key_reused' });
    expect(await walletOf(user)).toEqual({ available: 0n, debt: 0n, version: 0n });
  });
});
