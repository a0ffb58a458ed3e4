import { beforeEach, expect, test } from 'vitest';
import * as calls from '../../contract/calls.ts';
import { inTransaction } from '../../server/database/database.ts';
import { expectAnswer, expectRefusal } from './http/proofs.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { untilSomebodyWaits } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

setUpServer();
beforeEach(() => server.domain.pool.query('truncate kept_answer'));

/** A user who has watched two clips for as long as they have to. */
async function watched(): Promise<{ user: User; clips: [number, number] }> {
  const user = await server.user({ keep: true });
  const clips: [number, number] = [await server.domain.video(), await server.domain.video()];
  await expectAnswer(user.client, 'playable');
  server.domain.advance(5000);
  return { user, clips };
}

async function walletOf({ userId }: User) {
  const { rows } = await server.domain.pool.query(
    'select available, debt, version from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

const once = { 'idempotency-key': 'one' };

test('a clip is paid once for its key, and each answer is the first one’s bytes', async () => {
  const { user, clips } = await watched();
  const send = () => user.client.send('record', { videos_id: clips[0] }, once);
  const together = await Promise.all(Array.from({ length: 8 }, send));
  server.domain.advance(8 * DAY_MS - 1);
  const texts = new Set([...together, await send()].map(({ text }) => text));
  expect([...texts]).toEqual([
    '{"code":1,"msg":"ok","data":{"reward":"0.0500","balance":"0.0500","remaining_today":19}}',
  ]);
  expect(await walletOf(user)).toEqual({ available: 500n, debt: 0n, version: 1n });
});

test('the key of a paid clip with another body is refused, and pays nothing', async () => {
  const { user, clips } = await watched();
  await expectAnswer(user.client, 'record', { videos_id: clips[0] }, once);
  server.domain.advance(5000);
  const other = { videos_id: clips[1] };
  await expectRefusal(user.client, 'record', other, 'idempotency_key_reused', {}, once);
  expect(await walletOf(user)).toEqual({ available: 500n, debt: 0n, version: 1n });
});

test('each key is a claim of its own', async () => {
  const { user, clips } = await watched();
  await expectAnswer(user.client, 'record', { videos_id: clips[0] }, once);
  server.domain.advance(5000);
  const two = { 'idempotency-key': 'two' };
  await expectAnswer(user.client, 'record', { videos_id: clips[1] }, two);
  expect(await walletOf(user)).toEqual({ available: 1000n, debt: 0n, version: 2n });
});

test('a key that has expired is a new one', async () => {
  const { user, clips } = await watched();
  await expectAnswer(user.client, 'record', { videos_id: clips[0] }, once);
  server.domain.advance(8 * DAY_MS);
  await expectAnswer(user.client, 'playable');
  server.domain.advance(5000);
  const { text } = await user.client.send('record', { videos_id: clips[1] }, once);
  const again = await user.client.send('record', { videos_id: clips[1] }, once);
  expect([JSON.parse(text).data.balance, again.text]).toEqual(['0.1000', text]);
});

test('the kept answer of a clip says sums of all sizes as the first answer did', async () => {
  const { user, clips } = await watched();
  await server.domain.pool.query('update video set reward = 123456789 where video_id = $1', [
    clips[0],
  ]);
  const send = () => user.client.send('record', { videos_id: clips[0] }, once);
  const [first, second] = [await send(), await send()];
  expect(first.envelope.data).toMatchObject({ reward: '12345.6789', balance: '12345.6789' });
  expect(second.text).toBe(first.text);
});

test('a claim that finds another answer kept while it pays is undone', async () => {
  const { user, clips } = await watched();
  const { pool, now } = server.domain;
  const kept = new Date(now().getTime() + DAY_MS);
  let claim: ReturnType<typeof user.client.send> | undefined;
  await inTransaction(pool, async (db) => {
    await db.query(
      `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
       values ($1, $2, 'one', '', '{}', $3)`,
      [user.userId, calls.record.path, kept],
    );
    claim = user.client.send('record', { videos_id: clips[0] }, once);
    await untilSomebodyWaits(pool, claim);
  });
  expect((await claim)?.envelope.data).toEqual({ reason: 'idempotency_key_reused' });
  expect(await walletOf(user)).toEqual({ available: 0n, debt: 0n, version: 0n });
});
