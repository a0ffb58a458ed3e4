import { expect, test } from 'vitest';
import { type ActorRefFrom, createActor, fromCallback } from 'xstate';
import { landingMachine, type Offer } from '../../machines/landing.machine.ts';
import type { PlayerCommand, PlayerInput } from '../../machines/video/model.ts';
import { videoMachine } from '../../machines/video/video.machine.ts';
import { faulted, offline, refused, video } from './samples.ts';
import { clock, controlledPromise } from './scenarios.ts';

const offer: Offer = {
  inviter: { username: 'ada', slogan: '' },
  video: video(9),
  src: '/small.mp4',
  watch_seconds: 3,
  ...{ register_reward: '1.0000', watch_reward: '0.5000', total: '1.5000', watch_ticket: 't' },
};

function start() {
  const load = controlledPromise<Offer, unknown>();
  const time = clock();
  const did: string[] = [];
  const orders: string[] = [];
  const players: PlayerInput[] = [];
  const playClip = fromCallback<PlayerCommand, PlayerInput>(({ input, receive }) => {
    players.push(input);
    receive(({ type }) => orders.push(type.replace('player.', '')));
  });
  const note = (what: string) => () => did.push(what);
  const actor = createActor(
    landingMachine.provide({
      actors: {
        loadOffer: load.logic,
        video: videoMachine.provide({ actors: { playClip } }),
      },
      actions: {
        storeTicket: note('keep ticket'),
        goRegister: note('go register'),
        clearInviteCode: note('clear invite code'),
      },
    }),
    { clock: time, input: { idPrefix: 'n', waitsForTap: false } },
  ).start();
  const clip = () =>
    actor.getSnapshot().children.clip as ActorRefFrom<typeof videoMachine> | undefined;
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  return { actor, load, time, did, orders, players, clip, state, context };
}

/** A landing page whose sample clip plays. */
async function watching() {
  const landing = start();
  await landing.load.answer(offer);
  landing.clip()?.send({ type: 'media.playing' });
  expect(landing.state()).toEqual({ ready: 'watching' });
  landing.orders.length = 0;
  return landing;
}

test('the offer’s clip plays once the offer is loaded, and cannot be claimed', async () => {
  const { load, players, orders, clip, context } = start();
  expect([clip(), players]).toEqual([undefined, []]);
  await load.answer(offer);
  expect(context().offer).toEqual(offer);
  expect(players).toEqual([
    {
      ...{ index: 0, src: '/small.mp4', isMuted: true, waitsForTap: false },
      video: { ...video(9), watch_seconds: 3 },
    },
  ]);
  expect(orders).toEqual(['mute', 'play']);
  expect(clip()?.getSnapshot().context).toMatchObject({ call: 'record', eligibility: 'closed' });
});

test('an unknown invite code is cleared, and the visitor can still register', async () => {
  for (const failure of [refused('invalid_invite_code'), { ...faulted, status: 400 }]) {
    const { actor, load, did, state } = start();
    await load.fail(failure);
    expect([state(), did.splice(0)]).toEqual(['unknown', ['clear invite code']]);
    actor.send({ type: 'register.pressed' });
    expect(did).toEqual(['go register']);
  }
});

test.each(['retry.pressed', 'connectivity.restored'] as const)(
  'an offer that failed to load, or timed out, is loaded again at %s',
  async (type) => {
    const { actor, load, did, state, context } = start();
    await load.fail({ ...faulted, status: 500 });
    expect([state(), did]).toEqual(['failed', []]);
    actor.send({ type });
    await load.fail({ kind: 'timeout' });
    expect([state(), context().failure]).toEqual(['failed', { kind: 'timeout' }]);
    actor.send({ type });
    await load.fail(offline);
    expect(context().failure).toEqual(offline);
    actor.send({ type });
    await load.answer(offer);
    expect([state(), context().failure]).toEqual([{ ready: 'watching' }, null]);
  },
);

test('the watch ticket is stored once, after exactly the watch time', async () => {
  const { actor, clip, did, state } = await watching();
  const watch = (playedMs: number) => clip()?.send({ type: 'media.progressed', playedMs });
  watch(2_999);
  expect([state(), did]).toEqual([{ ready: 'watching' }, []]);
  watch(1);
  watch(1_000);
  expect([state(), did.splice(0)]).toEqual([{ ready: 'watched' }, ['keep ticket']]);
  actor.send({ type: 'register.pressed' });
  expect(did).toEqual(['go register']);
});

test('a visitor can register without watching', async () => {
  const { actor, did } = await watching();
  actor.send({ type: 'register.pressed' });
  expect(did).toEqual(['go register']);
});

test('the clip is paused while the page is hidden', async () => {
  const { actor, orders, clip } = await watching();
  actor.send({ type: 'visibility.changed', isVisible: false });
  expect([orders.splice(0), clip()?.getSnapshot().value.playback]).toEqual([['pause'], 'covered']);
  actor.send({ type: 'visibility.changed', isVisible: true });
  expect(orders).toEqual(['play']);
});

test('a failed clip is reloaded when the connection is restored, or the page visible', async () => {
  const { actor, orders, clip } = await watching();
  for (const event of [
    { type: 'connectivity.restored' },
    { type: 'visibility.changed', isVisible: true },
  ] as const) {
    clip()?.send({ type: 'media.failed' });
    orders.length = 0;
    actor.send(event);
    expect(orders[0]).toBe('reload');
  }
});
