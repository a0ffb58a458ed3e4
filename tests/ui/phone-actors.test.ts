import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { startConnectivity } from '../../src/app/actors/connectivity.actors.ts';
import { startDataUsed } from '../../src/app/actors/data-used.actors.ts';
import { startNowPlaying } from '../../src/app/actors/now-playing.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const frame = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const noInput = {} as never;

test('a doubtful connection is checked only while the page is visible', () => {
  vi.useFakeTimers();
  const asked: (AbortSignal | undefined)[] = [];
  const api = (_call: unknown, _input: unknown, options?: { signal?: AbortSignal }) => {
    asked.push(options?.signal);
    return new Promise(() => undefined);
  };
  const calls = { watchLost: () => () => undefined };
  const { logic } = startConnectivity({ api, calls } as unknown as Effects, noInput);
  const line = createActor(logic as AnyActorLogic, { input: { isDoubted: true } }).start();
  const show = (isVisible: boolean) => line.send({ type: 'visibility.changed', isVisible });
  const aborted = () => asked.map((signal) => signal?.aborted);
  vi.advanceTimersByTime(3_000);
  expect(aborted()).toEqual([false]);
  show(false);
  vi.advanceTimersByTime(60_000);
  expect(aborted()).toEqual([true]);
  show(true);
  expect(aborted()).toEqual([true, false]);
  line.stop();
});

test('the data used in a month is the sum of its days, and no other days are stored', async () => {
  let kept: object = { '2026-02-28': 700, '2026-03-01': 10, '2026-03-08': 5 };
  const dataUsed = {
    read: () => kept,
    write: (days: object) => {
      kept = days;
    },
  };
  const serverClock = { nowMs: () => Date.parse('2026-03-09T08:00:00Z') };
  const effects = { serverClock, storage: { dataUsed } } as unknown as Effects;
  const { actors } = startDataUsed(effects, noInput).logic.implementations;
  const add = (bytes: number) =>
    toPromise(createActor(actors?.addBytes as AnyActorLogic, { input: { bytes } }).start());
  expect(await add(100)).toEqual({ today: 100, month: 115 });
  expect(await add(20)).toEqual({ today: 120, month: 135 });
  expect(kept).toEqual({ '2026-03-01': 10, '2026-03-08': 5, '2026-03-09': 120 });
});

test('the lock screen shows the clip that plays, and its pause', () => {
  const mediaSession = {
    metadata: null as unknown,
    playbackState: 'none',
    setActionHandler: () => undefined,
  };
  vi.stubGlobal('navigator', { mediaSession });
  vi.stubGlobal('location', { href: 'https://clipurse.test/' });
  vi.stubGlobal('MediaMetadata', function (this: object, init: object) {
    Object.assign(this, init);
  });
  const actor = createActor(startNowPlaying(noInput, noInput).logic as AnyActorLogic).start();
  const clip = { title: 'Beach', poster: '/media/beach.webp' };
  actor.send({ type: 'clip.began', clip, isCounting: false });
  const artwork = [{ src: 'https://clipurse.test/media/beach.webp' }];
  expect(mediaSession).toMatchObject({
    metadata: { title: 'Beach', artwork },
    playbackState: 'playing',
  });
  actor.send({ type: 'clip.rested' });
  expect(mediaSession.playbackState).toBe('paused');
  actor.stop();
});
