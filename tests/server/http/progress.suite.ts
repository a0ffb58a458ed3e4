import { describe, expect, test } from 'vitest';
import { expectAnswer } from './coverage.ts';
import type { TestServer, User } from './server.ts';

export function progressCalls(server: () => TestServer): void {
  describe('sendProgress', () => progress(server));
}

const looked = (id: number, seconds = 5) => ({ id, seconds, ended: false });

/** Makes a member whose list of today has two clips. */
async function listed({ domain, user }: TestServer): Promise<{ member: User; ids: number[] }> {
  await domain.pool.query('truncate video, feed_list restart identity');
  const ids = [await domain.video(), await domain.video()];
  const member = await user();
  await expectAnswer(member.client, 'playable', { page: 1, limit: 10 });
  return { member, ids };
}

function progress(server: () => TestServer): void {
  test('counts each clip of today’s list once, and ignores all others', async () => {
    const { member, ids } = await listed(server());
    const [one = 0, two = 0] = ids;
    const clips = [looked(one), looked(99_999), looked(two), looked(two)];
    expect(await expectAnswer(member.client, 'sendProgress', { clips })).toEqual({ noted: 2 });
    expect(await expectAnswer(member.client, 'sendProgress', { clips })).toEqual({ noted: 0 });
    const { rows } = await server().domain.pool.query(
      'select looked_at, looked_through from feed_list where user_id = $1',
      [member.userId],
    );
    const both = [one, two].map(BigInt);
    expect(rows).toEqual([{ looked_at: both, looked_through: both }]);
  });

  test('counts nothing for a member without a list of today', async () => {
    const { ids } = await listed(server());
    const { client } = await server().user();
    const clips = ids.map((id) => looked(id));
    expect(await expectAnswer(client, 'sendProgress', { clips })).toEqual({ noted: 0 });
  });

  test('requires a session: only members have a list', async () => {
    const { envelope } = await server()
      .visitor()
      .send('sendProgress', { clips: [looked(1)] });
    expect(envelope.code).toBe(401);
  });

  test('stores no answer under a key', async () => {
    const { member, ids } = await listed(server());
    const headers = { 'idempotency-key': 'progress' };
    const clips = [looked(ids[0] ?? 0)];
    for (const noted of [1, 0]) {
      const { envelope } = await member.client.send('sendProgress', { clips }, headers);
      expect(envelope.data).toEqual({ noted });
    }
  });

  test.each([
    ['no clip', []],
    ['more than 40 clips', Array.from({ length: 41 }, (_, id) => looked(id + 1))],
    ['a number of seconds with a fraction', [looked(1, 0.5)]],
    ['a negative number of seconds', [looked(1, -1)]],
    ['more seconds than a day has', [looked(1, 86_401)]],
    ['the id 0', [{ ...looked(1), id: 0 }]],
  ])('is refused with %s', async (_, clips) => {
    const { client } = await server().user();
    const { envelope } = await client.send('sendProgress', { clips });
    expect(envelope).toMatchObject({ code: 400, data: { reason: 'invalid_request' } });
  });
}
