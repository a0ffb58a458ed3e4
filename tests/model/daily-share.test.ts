import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup } from 'xstate';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { refused } from './samples.ts';
import { scripted } from './scenarios.ts';

/** The daily share below a root that keeps what it is notified of. */
function daily(lastDay: string | null) {
  const count = scripted<void, { videoId?: number | undefined }>();
  const stored: (string | null)[] = [];
  const notified: AnyEventObject[] = [];
  const machine = dailyShareMachine.provide({
    actors: { incrementShare: count.logic },
    actions: { storeDay: ({ context }) => stored.push(context.lastDay) },
  });
  const root = createActor(
    setup({ actors: { dailyShare: machine } }).createMachine({
      invoke: { id: 'dailyShare', src: 'dailyShare', input: { lastDay, idPrefix: 'n' } },
      on: { '*': { actions: ({ event }) => notified.push(event) } },
    }),
    { systemId: 'app' },
  ).start();
  const actor = root.getSnapshot().children.dailyShare as ActorRefFrom<typeof machine>;
  const claims = () => notified.flatMap(({ type, claim }) => (type === 'claim.made' ? claim : []));
  const news = () => notified.filter(({ type }) => type !== 'claim.made').map(({ type }) => type);
  return { actor, count, stored, claims, news };
}

const first = { id: 'n-share-1-1' };

test('the first share of a UTC day is claimed; the day is stored when the server has paid', () => {
  const { actor, claims, stored, news } = daily('2026-01-01');
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect(stored).toEqual([]);
  expect(claims()).toEqual([{ id: 'n-share-1-1', call: 'claimShareReward', itemId: null }]);
  actor.send({ type: 'share.paid', ...first });
  expect(stored).toEqual(['2026-01-02']);
  expect(news()).toEqual([]);
});

test('a claim that failed leaves the day open, so that the next share claims again', () => {
  const { actor, claims, stored, news } = daily('2026-01-01');
  actor.send({ type: 'share.made', day: '2026-01-02' });
  actor.send({ type: 'share.refused', failure: refused('paused_by_operator'), ...first });
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect([claims().length, stored, news()]).toEqual([2, [], ['share.creditFailed']]);
});

test('further shares of the day are counted, also when another device had the first', async () => {
  const { actor, claims, count, stored, news } = daily(null);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  actor.send({ type: 'share.refused', failure: refused('already_claimed'), ...first });
  await count.answer(undefined);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  await count.answer(undefined);
  expect([claims().length, count.inputs().length]).toEqual([1, 2]);
  expect(stored).toEqual(['2026-01-02']);
  expect(news()).toEqual(['share.counted', 'share.counted']);
});

test('the clip that was shared goes along with the claim, and with what is only counted', async () => {
  const { actor, claims, count } = daily(null);
  for (const videoId of [7, 8, undefined]) {
    actor.send({ type: 'share.made', day: '2026-01-02', videoId });
  }
  const failure = refused('already_claimed');
  actor.send({ type: 'share.refused', failure, videoId: 7, ...first });
  for (const _ of [8, undefined, 7]) await count.answer(undefined);
  expect(claims().map(({ videoId }) => videoId)).toEqual([7]);
  expect(count.inputs().map(({ videoId }) => videoId)).toEqual([8, undefined, 7]);
});

test('a claim that waits holds up nothing: the next day’s share is claimed as well, each day once', async () => {
  const { actor, claims, count, stored, news } = daily('2026-01-01');
  for (const day of ['2026-01-02', '2026-01-02', '2026-01-03']) {
    actor.send({ type: 'share.made', day });
  }
  await count.answer(undefined);
  actor.send({ type: 'share.paid', id: 'n-share-2-1' });
  actor.send({ type: 'share.paid', ...first });
  expect(claims().map(({ id }) => id)).toEqual(['n-share-1-1', 'n-share-2-1']);
  expect(stored).toEqual(['2026-01-03', '2026-01-03']);
  expect(news()).toEqual(['share.counted']);
});

test('a claim of an earlier page changes no day: the next share asks the server', () => {
  const { actor, claims } = daily(null);
  actor.send({ type: 'share.paid', id: 'o-share-1-1' });
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect(claims()).toHaveLength(1);
});

test('what another window is told of its share changes neither day nor count here', () => {
  const { actor, count, stored, claims, news } = daily('2026-01-01');
  actor.send({ type: 'share.paid', id: 'o-share-1-1' });
  expect([stored, news()]).toEqual([[], []]);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  actor.send({ type: 'share.refusedElsewhere', ...first });
  expect([stored, count.inputs(), news()]).toEqual([[], [], []]);
  // what is known of the day then is the server's
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect(claims()).toHaveLength(2);
});
