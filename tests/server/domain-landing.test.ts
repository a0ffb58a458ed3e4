import { expect, test } from 'vitest';
import { landing } from '../../server/domain/landing.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { domain, inviteCodeOf, logOf, page, setUpInvitations } from './invitations.setup.ts';
import { refusalOf } from './support.ts';

setUpInvitations();

test('a ticket is refused before its watch time, when forged and when too old; no money moves', async () => {
  const inviter = await domain.user();
  await domain.video();
  const { watch_ticket } = await landing(domain.context(), null, {
    invite_code: await inviteCodeOf(inviter),
  });
  const user = await domain.user({ inviters: [inviter.userId] });
  const attempt = (ticket: string) =>
    refusalOf(handleLoginReward(domain.context(), user, { watch_ticket: ticket }));
  const bad = { reason: 'invalid_watch_ticket' };
  domain.advance(5 * SECOND - 1);
  expect(await attempt(watch_ticket)).toEqual(bad);
  domain.advance(1);
  const forged = Buffer.from(watch_ticket, 'base64url');
  forged[7] = (forged[7] ?? 0) ^ 1;
  expect([
    await attempt(forged.toString('base64url')),
    await attempt('x'),
    await attempt(watch_ticket.slice(0, -4)),
  ]).toEqual([bad, bad, bad]);
  domain.advance(30 * DAY + 1);
  expect(await attempt(watch_ticket)).toEqual(bad);
  expect(await logOf(user)).toEqual([]);
});

test('twenty newcomers with one ticket: one is paid for it', async () => {
  const inviter = await domain.user();
  await domain.video();
  const { watch_ticket } = await landing(domain.context(), null, {
    invite_code: await inviteCodeOf(inviter),
  });
  domain.advance(5 * SECOND);
  const inviters = [inviter.userId];
  const users = await Promise.all(Array.from({ length: 20 }, () => domain.user({ inviters })));
  const results = await Promise.allSettled(
    users.map((user) => handleLoginReward(domain.context(), user, { watch_ticket })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a ticket is good only for friends of the inviter whose page it came from', async () => {
  const [inviter, stranger] = [await domain.user(), await domain.user()];
  await domain.video();
  const { watch_ticket } = await landing(domain.context(), null, {
    invite_code: await inviteCodeOf(inviter),
  });
  domain.advance(5 * SECOND);
  for (const inviters of [[], [stranger.userId], [stranger.userId, inviter.userId]]) {
    const user = await domain.user({ inviters });
    expect(await refusalOf(handleLoginReward(domain.context(), user, { watch_ticket }))).toEqual({
      reason: 'invalid_watch_ticket',
    });
  }
  const friend = await domain.user({ inviters: [inviter.userId] });
  expect(await handleLoginReward(domain.context(), friend, { watch_ticket })).toMatchObject({
    balance: '2.0999',
  });
});

test('a clip that the feed has paid today is not paid by the landing page too', async () => {
  const inviter = await domain.user();
  const videos_id = await domain.video();
  const { watch_ticket } = await landing(domain.context(), null, {
    invite_code: await inviteCodeOf(inviter),
  });
  const user = await domain.user({ inviters: [inviter.userId] });
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  const claims = await Promise.allSettled([
    record(domain.context(), user, { videos_id }),
    handleLoginReward(domain.context(), user, { watch_ticket }),
  ]);
  expect(claims[1]).toMatchObject({ status: 'fulfilled' });
  const paid = (await logOf(user)).filter(({ type }) => type === 'video');
  expect(paid).toHaveLength(1);
  await record(domain.context(), user, { videos_id }).catch(() => {});
  expect((await logOf(user)).filter(({ type }) => type === 'video')).toEqual(paid);
});
