import { expect } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, fromCallback, setup } from 'xstate';
import type { PlayerCommand, PlayerInput, VideoInput } from '../../machines/video/model.ts';
import { videoMachine } from '../../machines/video/video.machine.ts';
import { video } from './samples.ts';
import { clock } from './scenarios.ts';

export type VideoEvent = Parameters<ActorRefFrom<typeof videoMachine>['send']>[0];

/** Starts one clip, and records its commands to the player and its events to the root. */
export function start(changes: Partial<VideoInput> = {}) {
  const orders: string[] = [];
  const players: PlayerInput[] = [];
  const told: AnyEventObject[] = [];
  const time = clock();
  const playClip = fromCallback<PlayerCommand, PlayerInput>(({ input, receive }) => {
    players.push(input);
    receive((order) => {
      const name = order.type.replace('player.', '');
      orders.push(name === 'mute' && 'isMuted' in order && !order.isMuted ? 'sound' : name);
    });
  });
  const machine = videoMachine.provide({ actors: { playClip } });
  const input: Omit<VideoInput, 'owner'> = {
    ...{ index: 3, video: video(1), call: 'record', eligibility: 'open', idPrefix: 'n' },
    ...{ isSoundOn: false, isSoundPromptDue: false, waitsForTap: false },
    ...changes,
  };
  const root = createActor(
    setup({ actors: { clip: machine } }).createMachine({
      invoke: { id: 'clip', src: 'clip', input: ({ self }) => ({ ...input, owner: self }) },
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
    { systemId: 'app', clock: time },
  ).start();
  const clip = root.getSnapshot().children.clip as ActorRefFrom<typeof machine>;
  const send = (...types: VideoEvent['type'][]) => {
    for (const type of types) clip.send({ type } as VideoEvent);
  };
  const watch = (playedMs: number) => clip.send({ type: 'media.progressed', playedMs });
  const place = () => clip.getSnapshot().value.playback;
  const sound = () => clip.getSnapshot().value.sound;
  const context = () => clip.getSnapshot().context;
  const types = () => told.splice(0).map(({ type }) => type);
  return { clip, send, watch, place, sound, context, orders, players, told, types, time };
}

/** Starts a clip that plays on the stage; records of commands and events begin after that. */
export function playing(changes: Partial<VideoInput> = {}) {
  const one = start(changes);
  one.send('stage.entered', 'media.playing');
  expect(one.place()).toEqual({ live: 'playing' });
  one.orders.length = 0;
  one.told.length = 0;
  return one;
}
