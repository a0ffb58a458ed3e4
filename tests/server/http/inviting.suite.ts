import { beforeEach, describe, expect, test } from 'vitest';
import { startOutbox } from '../../../server/domain/outbox.ts';
import { block } from './accounts.suite.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer } from './server.ts';

const SECOND = 1000;
const page = { page: 1, limit: 10 };

export function invitingCalls(server: () => TestServer): void {
  beforeEach(async () => {
    await server().domain.pool.query('truncate video, ad restart identity');
  });
  describe('friends', () => friends(server));
  describe('the landing page', () => landingPage(server));
}

function friends(server: () => TestServer): void {
  test('bring commissions, three levels up', async () => {
    const { domain } = server();
    const top = await server().user();
    const middle = await server().user({ inviters: [top.userId] });
    const direct = await server().user({ inviters: [middle.userId, top.userId] });
    const friend = await server().user({
      inviters: [direct.userId, middle.userId, top.userId],
      username: 'friendly',
    });
    await expectAnswer(friend.client, 'handleLoginReward');
    const outbox = startOutbox({ pool: domain.pool, onError: () => {}, now: domain.now });
    await outbox.drain();
    await outbox.stop();

    const invited = await expectAnswer(direct.client, 'invitedUsers', page);
    expect(invited).toMatchObject({
      counts: { level1: 1, level2: 0, level3: 0 },
      release_after_videos: 0,
      invite_url: expect.stringContaining(`/newuser?invite_code=${invited.invite_code}`),
      list: [{ username: 'fr***ly', level: 1, reward: '0.5700' }],
      total: 1,
    });
    const above = await expectAnswer(top.client, 'invitedUsers', { ...page, level: 3 });
    expect(above).toMatchObject({ list: [{ level: 3, reward: '0.0100' }], total: 1 });
    const all = await expectAnswer(top.client, 'invitedUsers', page);
    expect(all).toMatchObject({ counts: { level1: 1, level2: 1, level3: 1 }, total: 3 });
    expect(all.list.map(({ level, reward }) => [level, reward])).toEqual([
      [3, '0.0100'],
      [2, '0.0000'],
      [1, '0.0000'],
    ]);
    const logs = await expectAnswer(middle.client, 'rewardLogs', page);
    expect(logs.list).toMatchObject([
      { type: 'invite_level_2_reward', amount: '0.0300', detail: 'fr***ly' },
    ]);
  });
}

function landingPage(server: () => TestServer): void {
  test('gives a watch ticket, for which the registration pays the sample too', async () => {
    const { domain } = server();
    await domain.video({ title: 'Silk' });
    const inviter = await server().user({ username: 'inviting_one' });
    const { userInfo } = await expectAnswer(inviter.client, 'info');
    const invite_code = userInfo.invite_code.toLowerCase();
    const shown = await expectAnswer(server().visitor(), 'landing', { invite_code });
    expect(shown).toMatchObject({
      inviter: { username: 'in***ne', slogan: 'Watch short videos with me and earn cash' },
      video: { title: 'Silk' },
      watch_seconds: 5,
      register_reward: '1.0000',
      watch_reward: '0.1000',
      total: '1.1000',
    });
    const { watch_ticket } = shown;
    const inviters = [inviter.userId];
    const early = await server().user({ inviters });
    await expectRefusal(
      early.client,
      'handleLoginReward',
      { watch_ticket },
      'invalid_watch_ticket',
    );
    domain.advance(5 * SECOND);
    const newcomer = await server().user({ inviters });
    const welcome = await expectAnswer(newcomer.client, 'handleLoginReward', { watch_ticket });
    expect(welcome).toMatchObject({
      rewards: [
        { type: 'new_user_reward', amount: '1.0000' },
        { type: 'video', amount: '0.1000', detail: 'Silk' },
      ],
      balance: '1.1000',
    });
    const { list, remaining_today } = await expectAnswer(newcomer.client, 'playable', page);
    expect({ list, remaining_today }).toEqual({ list: [], remaining_today: 19 });
    const second = await server().user({ inviters });
    await expectRefusal(
      second.client,
      'handleLoginReward',
      { watch_ticket },
      'invalid_watch_ticket',
    );
  });

  test('is refused with an unknown code, and with a blocked user’s', async () => {
    const inviter = await server().user();
    const { userInfo } = await expectAnswer(inviter.client, 'info');
    await block(server(), inviter.userId);
    for (const invite_code of ['NOBODYS', userInfo.invite_code]) {
      await expectRefusal(server().visitor(), 'landing', { invite_code }, 'invalid_invite_code');
    }
  });
}
