import { expect, test } from 'vitest';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer } from './server.ts';

const SECOND = 1000;
const page = { page: 1, limit: 10 };

export function linkedClips(server: () => TestServer): void {
  test('is in the answer of each list, even if the page of the list lacks it', async () => {
    const { domain, visitor, user } = server();
    const ids = [await domain.video(), await domain.video(), await domain.video({ title: 'Silk' })];
    const asked = { page: 1, limit: 1, video: ids[2] ?? 0 };
    const named = { linked: { video: { id: ids[2], title: 'Silk' }, watched_today: false } };
    const { client } = await user();
    for (const [who, call] of [
      [visitor(), 'videoList'],
      [client, 'playable'],
    ] as const) {
      const answer = await expectAnswer(who, call, asked);
      expect(answer).toMatchObject({ ...named, list: [{ id: ids[0] }], total: 3 });
      expect(await expectAnswer(who, call, { ...asked, video: 99 })).toMatchObject({
        linked: null,
      });
      expect(await expectAnswer(who, call, page)).not.toHaveProperty('linked');
    }
    await domain.pool.query('update video set disabled_at = $1 where video_id = $2', [
      domain.now(),
      ids[2],
    ]);
    expect(await expectAnswer(client, 'playable', asked)).toMatchObject({ linked: null });
    expect(await expectAnswer(visitor(), 'videoList', asked)).toMatchObject({ linked: null });
  });

  test('must be a whole number', async () => {
    for (const video of ['0', '-1', 'x', '1e3', '1234567890123456']) {
      expect((await server().visitor().send('videoList', { video })).status, video).toBe(400);
    }
  });

  test('is paid from when its link was opened, once a day', async () => {
    const { domain } = server();
    for (const _ of [1, 2]) await domain.video();
    const linked = { page: 1, limit: 1, video: 2 };
    const { client } = await server().user();
    const input = { videos_id: 2 };
    await expectAnswer(client, 'playable', { page: 1, limit: 1 });
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'record', input, 'too_early', { retry_after: 5000 });
    await expectAnswer(client, 'playable', linked);
    domain.advance(4999);
    // a second request does not restart the watch time
    await expectAnswer(client, 'playable', linked);
    await expectRefusal(client, 'record', input, 'too_early', { retry_after: 1 });
    domain.advance(1);
    await expectAnswer(client, 'record', input);
    expect(await expectAnswer(client, 'playable', linked)).toMatchObject({
      linked: { video: { id: 2 }, watched_today: true },
    });
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'record', input, 'already_rewarded');
  });
}
