import { expect, test } from 'vitest';
import { video } from './samples.ts';
import { playing, start, type VideoEvent } from './video.stage.ts';

/** Events that lead to a state, and the target of each event from there. */
const ways: [string, VideoEvent['type'][], Partial<Record<VideoEvent['type'], string>>][] = [
  [
    'starting',
    ['stage.entered'],
    {
      'media.playing': 'playing',
      'media.failed': 'loadFailed',
      'media.playRefused': 'tapToPlay',
      'media.paused': 'paused',
      'pause.pressed': 'paused',
    },
  ],
  [
    'tapToPlay',
    ['stage.entered', 'media.playRefused'],
    { 'play.pressed': 'starting', 'media.failed': 'loadFailed' },
  ],
  [
    'playing',
    ['stage.entered', 'media.playing'],
    {
      'media.failed': 'loadFailed',
      'media.stalled': 'stalled',
      'media.paused': 'paused',
      'media.ended': 'ended',
      'pause.pressed': 'paused',
      'media.playRefused': 'tapToPlay',
    },
  ],
  [
    'stalled',
    ['stage.entered', 'media.playing', 'media.stalled'],
    {
      'media.failed': 'loadFailed',
      'media.playing': 'playing',
      'media.paused': 'paused',
      'media.ended': 'ended',
      'pause.pressed': 'paused',
      'media.playRefused': 'tapToPlay',
    },
  ],
  [
    'paused',
    ['stage.entered', 'media.playing', 'pause.pressed'],
    { 'play.pressed': 'starting', 'media.playing': 'playing' },
  ],
  ['ended', ['stage.entered', 'media.playing', 'media.ended'], { 'pause.pressed': 'paused' }],
  [
    'loadFailed',
    ['stage.entered', 'media.failed'],
    { 'retry.pressed': 'starting', 'stage.recovered': 'starting' },
  ],
];

test.each(ways)('each event in the state live.%s leads to its state', (state, way, leads) => {
  for (const [type, to] of Object.entries(leads) as [VideoEvent['type'], string][]) {
    const { send, place } = start();
    expect(place()).toBe('standby');
    send(...way);
    expect(place()).toEqual({ live: state });
    send(type);
    expect([type, place()]).toEqual([type, { live: to }]);
  }
  const beside = start();
  beside.send(...way, 'stage.covered');
  expect(beside.place()).toBe('covered');
  beside.send('stage.uncovered');
  expect(beside.place()).toEqual({ live: state });
  beside.send('stage.left');
  expect(beside.place()).toBe('standby');
});

test.each([
  ['to start', ['stage.entered'], 15_000, 'timedOut', []],
  ['to go on', ['stage.entered', 'media.playing', 'media.stalled'], 15_000, 'timedOut', []],
  [
    'to restart at its end',
    ['stage.entered', 'media.playing', 'media.ended'],
    900,
    'starting',
    ['restart'],
  ],
] as const)('a clip has a time limit %s: %j, %i ms', (_, way, ms, to, ordered) => {
  const { send, place, orders, time } = start();
  send(...way);
  const before = place();
  orders.length = 0;
  time.increment(ms - 1);
  expect([place(), orders]).toEqual([before, []]);
  time.increment(1);
  expect(place()).toEqual({ live: to });
  expect(orders.slice(0, 1)).toEqual(ordered);
});

test('a failed clip is reloaded at a press, and reports each failure', () => {
  const { send, orders, types } = start();
  send('stage.entered', 'media.failed');
  expect(types()).toEqual(['clip.failed']);
  orders.length = 0;
  send('retry.pressed');
  expect(orders).toEqual(['reload', 'mute', 'play']);
  send('media.failed', 'stage.recovered', 'media.failed');
  expect(types()).toEqual(['clip.failed', 'clip.failed']);
});

test('a clip that is dragged in plays muted, and is paused when it goes back', () => {
  const { send, place, orders } = start({ isSoundOn: true });
  send('stage.approached');
  expect(orders.splice(0)).toEqual(['mute', 'play']);
  send('stage.retreated');
  expect([orders.splice(0), place()]).toEqual([['pause'], 'standby']);
  send('stage.entered');
  expect(orders).toEqual(['sound', 'play']);
});

test('a clip that waits for a tap plays only after the tap, and never waits again', () => {
  const { send, place, orders, context } = start({ waitsForTap: true });
  send('stage.approached', 'stage.entered');
  expect([place(), orders]).toEqual([{ live: 'tapToPlay' }, []]);
  send('play.pressed');
  expect([place(), orders, context().waitsForTap]).toEqual([
    { live: 'starting' },
    ['mute', 'play'],
    false,
  ]);
});

test('clip.ready is sent when the clip is ready, and again when it enters the stage', () => {
  const { send, types, told } = start();
  send('stage.entered');
  expect(types()).toEqual([]);
  send('stage.left', 'media.ready');
  expect(told).toEqual([{ type: 'clip.ready', index: 3 }]);
  told.length = 0;
  send('stage.entered');
  expect(types()).toEqual(['clip.ready']);
});

test('sound that the browser refuses is turned off at once, and reported', () => {
  const { send, place, orders, types, context } = start({ isSoundOn: true });
  send('stage.entered');
  orders.length = 0;
  send('media.playRefused');
  expect([place(), context().isSoundOn]).toEqual([{ live: 'starting' }, false]);
  expect(orders).toEqual(['mute', 'mute', 'play']);
  expect(types()).toEqual(['clip.soundRefused']);
  send('media.playRefused');
  expect(place()).toEqual({ live: 'tapToPlay' });
});

test('a clip reports when it plays, whether it counts, and when it rests', () => {
  const { send, watch, types, told } = start();
  send('stage.entered', 'media.playing');
  const began = { type: 'clip.began', clip: { title: 'Clip 1', poster: video(1).poster } };
  expect(told.splice(0)).toEqual([{ type: 'clip.playing' }, { ...began, isCounting: true }]);
  send('media.stalled');
  expect(types()).toEqual(['clip.rested']);
  watch(5_000);
  told.length = 0;
  send('media.playing');
  expect(told).toEqual([{ type: 'clip.playing' }, { ...began, isCounting: false }]);
});

test.each(['pause.pressed', 'stage.left', 'stage.covered'] as const)(
  '%s pauses the player',
  (type) => {
    const { send, orders } = playing();
    send(type);
    expect(orders).toEqual(['pause']);
  },
);

test('a covered clip plays on when it is uncovered, and can leave the stage covered', () => {
  const { send, place, orders } = playing();
  send('stage.covered');
  orders.length = 0;
  send('stage.uncovered');
  expect([place(), orders]).toEqual([{ live: 'playing' }, ['play']]);
  send('stage.covered', 'stage.left');
  expect(place()).toBe('standby');
});

test('a clip that was stalled when it was covered plays on when it is uncovered', () => {
  const { send, place, orders } = playing();
  send('media.stalled', 'stage.covered');
  orders.length = 0;
  send('stage.uncovered');
  expect([place(), orders]).toEqual([{ live: 'stalled' }, ['play']]);
});

test('hasEnded stays true until the clip leaves the stage', () => {
  for (const leave of [['stage.left'], ['stage.covered', 'stage.left']] as const) {
    const { send, context } = playing();
    expect(context().hasEnded).toBe(false);
    send('media.ended');
    expect(context().hasEnded).toBe(true);
    send(...leave);
    expect(context().hasEnded).toBe(false);
  }
});
