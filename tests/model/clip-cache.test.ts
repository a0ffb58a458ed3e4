import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type ClipFiles, clipCacheMachine } from '../../machines/clip-cache.machine.ts';
import type { ClipLoading } from '../../machines/clip-loading.machine.ts';
import { clock, scripted } from './scenarios.ts';

const CALM_MS = 5_000;
const clip = (name: string): ClipFiles => ({ url: `/${name}.mp4`, poster: `/${name}.webp` });

function start(loading: ClipLoading) {
  const keeping = scripted<void, { clip: ClipFiles | null }>();
  const time = clock();
  const actor = createActor(clipCacheMachine.provide({ actors: { cacheClip: keeping.logic } }), {
    input: { loading },
    clock: time,
  });
  actor.start();
  actor.send({ type: 'clips.ahead', clips: [clip('a'), clip('b')] });
  return {
    keeping,
    wait: (ms: number) => time.increment(ms),
    load: (next: ClipLoading) => actor.send({ type: 'loading.changed', loading: next }),
    asked: () => keeping.inputs().map((input) => input.clip?.url),
  };
}

test('clips are kept one after the other, the first after a calm moment', async () => {
  const { keeping, wait, asked } = start('ahead');
  wait(CALM_MS - 1);
  expect(asked()).toEqual([]);
  wait(1);
  expect(asked()).toEqual(['/a.mp4']);
  await keeping.answer();
  expect(asked()).toEqual(['/a.mp4', '/b.mp4']);
});

test.each(['tapped', 'current'] as const)('nothing is kept while clips load %s', (loading) => {
  const { wait, load, asked } = start(loading);
  wait(CALM_MS * 10);
  expect(asked()).toEqual([]);
  load('ahead');
  wait(CALM_MS);
  expect(asked()).toEqual(['/a.mp4']);
});

test('what is being kept when data is to be saved is left, and begun anew afterwards', async () => {
  const { keeping, wait, load, asked } = start('ahead');
  wait(CALM_MS);
  load('tapped');
  await keeping.answer();
  wait(CALM_MS * 10);
  expect(asked()).toEqual(['/a.mp4']);
  load('ahead');
  wait(CALM_MS);
  expect(asked()).toEqual(['/a.mp4', '/a.mp4']);
});

test('a clip that cannot be kept is tried again for minutes, ever less often', async () => {
  const { keeping, wait, asked } = start('ahead');
  for (const pause of [CALM_MS, 10_000, 20_000, 40_000, 80_000, 160_000]) {
    const tried = asked().length;
    wait(pause - 1);
    expect(asked()).toHaveLength(tried);
    wait(1);
    expect(asked()).toHaveLength(tried + 1);
    await keeping.fail(new Error('no service worker is in charge'));
  }
  wait(1_000_000);
  expect(asked()).toEqual(Array(6).fill('/a.mp4'));
});
