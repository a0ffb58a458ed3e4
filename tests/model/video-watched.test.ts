import { expect, test } from 'vitest';
import { answer, video } from './samples.ts';
import { playing, start } from './video.stage.ts';

test('the sound prompt is shown once, for four seconds, when a clip plays muted', () => {
  const { send, sound, time, context } = start({ isSoundPromptDue: true });
  expect(sound()).toBe('muted');
  send('stage.entered', 'media.playing');
  expect([sound(), context().isSoundPromptDue]).toEqual(['prompt', false]);
  time.increment(3_999);
  expect(sound()).toBe('prompt');
  time.increment(1);
  expect(sound()).toBe('muted');
  send('media.stalled', 'media.playing');
  expect(sound()).toBe('muted');
});

test('sound follows the person’s choice, and is off if the browser refuses to play it', () => {
  const { clip, send, sound, orders } = playing({ isSoundOn: true });
  expect(sound()).toBe('on');
  for (const [isOn, state, order] of [
    [false, 'muted', 'mute'],
    [true, 'on', 'sound'],
  ] as const) {
    clip.send({ type: 'sound.changed', isOn });
    expect([sound(), orders.splice(0)]).toEqual([state, [order]]);
  }
  send('media.stalled', 'stage.left', 'stage.entered', 'media.playRefused');
  expect(sound()).toBe('muted');
});

test('the player begins with the clip, its file and its sound', () => {
  const input = { src: '/small.mp4', isSoundOn: true, waitsForTap: true };
  expect(start(input).players).toEqual([
    { index: 3, video: video(1), src: '/small.mp4', isMuted: false, waitsForTap: true },
  ]);
});

test('a clip is claimed once, after exactly its watch time', () => {
  const { send, watch, told, types, context } = playing();
  watch(4_000);
  watch(999);
  expect([context().watchedMs, types()]).toEqual([4_999, []]);
  watch(1);
  watch(5_000);
  expect(told).toEqual([
    {
      type: 'claim.made',
      claim: { id: 'n-1-1', call: 'record', itemId: 1 },
      recipient: expect.anything(),
    },
    { type: 'clip.counted' },
  ]);
  expect(context().watchedMs).toBe(10_000);
  told.length = 0;
  send('claim.renewed');
  expect(context().watchedMs).toBe(0);
});

test('a clip that was watched before it could earn is claimed once it can', () => {
  const { clip, watch, types } = playing({ eligibility: 'closed' });
  watch(4_000);
  clip.send({ type: 'eligibility.known', eligibility: 'open' });
  expect(types()).toEqual([]);
  clip.send({ type: 'eligibility.known', eligibility: 'closed' });
  watch(1_000);
  expect(types()).toEqual(['clip.counted']);
  clip.send({ type: 'eligibility.known', eligibility: 'open' });
  expect(types()).toEqual(['claim.made']);
});

test('a clip must be watched again on another day', () => {
  const { clip, watch, types } = playing();
  watch(5_000);
  clip.getSnapshot().children.claim?.send({ type: 'claim.paid', answer });
  types();
  clip.send({ type: 'eligibility.renewed', eligibility: 'open' });
  watch(4_999);
  expect(types()).toEqual([]);
  watch(1);
  expect(types()).toEqual(['claim.made', 'clip.counted']);
});
