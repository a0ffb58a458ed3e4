import { beforeEach, expect, test } from 'vitest';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { key, told } from './timeline.support.ts';

setUpServer();

const START = new Date('2026-03-01T10:00:00.000Z');
beforeEach(() => server.domain.setNow(START));

test('the timeline has the refusals of claims that were sent together, with their reasons', async () => {
  const { client } = await server.user({ username: 'Together' });
  const claims = [
    { call: 'watchAdReward' as const, id: 4711, key: 'ad' },
    { call: 'claimTask' as const, id: 'no such task', key: 'task' },
    { call: 'claimShareReward' as const, id: null, key: 'share-1' },
    { call: 'claimShareReward' as const, id: null, key: 'share-2' },
    { call: 'record' as const, id: 4711, earned_at: '2026-02-01T00:00:00.000Z', key: 'old' },
  ].map((claim) => ({ earned_at: server.domain.now().toISOString(), ...claim }));
  await expectAnswer(client, 'sendClaims', { claims });
  // the same claims sent again add no refusals
  await expectAnswer(client, 'sendClaims', { claims });
  await expectRefusal(client, 'withdraw', { amount: '5' }, 'wdinfo_missing', {}, key());
  const refusals = (await told('together')).filter((line) => line.startsWith('refusal')).sort();
  expect(refusals).toEqual(
    [
      'refusal: clip 4711 was refused: it arrived too long after it had been earned, or nothing was served to the person on that day (claim_expired)',
      'refusal: the reward of a share was refused: it had been paid before (already_claimed)',
      'refusal: a withdrawal was refused: no payout account was set (wdinfo_missing)',
      'refusal: the task (unknown) was refused: there was no such task, or it paid nothing (unknown_task)',
      'refusal: watching advertisement 4711 was refused: there was no such advertisement, or it was disabled, or its budget was used up (unknown_ad)',
    ].sort(),
  );
});

test('at most fifty different refusals of a person and day are stored, for 30 days', async () => {
  const { domain } = server;
  const { client, userId } = await server.user({ username: 'Loud', keep: true });
  await domain.configure({
    'limit.user_requests_per_minute': '0',
    'limit.requests_per_minute': '0',
  });
  const refuse = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        client.send('record', { videos_id: 100_000 + from + at }, key()),
      ),
    );
  await refuse(0, 49);
  await refuse(100, 1);
  for (let more = 0; more < 5; more += 1) await refuse(200 + more, 1);
  const kept = async () => {
    const { rows } = await domain.pool.query(
      'select count(*)::int as kept from refused_call where user_id = $1',
      [userId],
    );
    return rows[0].kept;
  };
  expect(await kept()).toBe(50);
  domain.advance(DAY);
  await refuse(0, 1);
  expect(await kept()).toBe(51);
  // a day's refusals are stored for 30 days after its end
  await deleteExpired(domain.pool, addMilliseconds(START, 30 * DAY));
  expect(await kept()).toBe(51);
  await deleteExpired(domain.pool, addMilliseconds(START, 31 * DAY));
  expect(await kept()).toBe(1);
});
