import { breakReminderMachine } from '../../machines/break-reminder.machine.ts';
import { type CaptionsChoice, captionsMachine } from '../../machines/captions.machine.ts';
import { clipCacheMachine } from '../../machines/clip-cache.machine.ts';
import { clipLoadingMachine, type DataChoice } from '../../machines/clip-loading.machine.ts';
import { connectivityMachine } from '../../machines/connectivity.machine.ts';
import { dataUsedMachine } from '../../machines/data-used.machine.ts';
import { nowPlayingMachine } from '../../machines/now-playing.machine.ts';
import { speedMachine } from '../../machines/speed.machine.ts';
import { watchProgressMachine } from '../../machines/watch-progress.machine.ts';
import type { Model } from './model.ts';
import { offline, video } from './samples.ts';

export const connectivity = (isDoubted: boolean): Model => ({
  machine: connectivityMachine,
  input: { isDoubted },
  events: [
    { type: 'connectivity.doubted' },
    { type: 'connectivity.changed', isOnline: false },
    { type: 'connectivity.changed', isOnline: true },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: { askServer: { done: [undefined], error: [offline] } },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.attempts < 2,
});

export const clipLoading = (choice: DataChoice | null): Model => ({
  machine: clipLoadingMachine,
  input: { choice, isHinted: false },
  events: [
    { type: 'saver.pressed' },
    { type: 'hint.changed', isHinted: true },
    { type: 'hint.changed', isHinted: false },
    { type: 'strain.felt' },
    { type: 'loading.asked' },
  ],
  outcomes: {},
  facts: ({ context }) => context,
});

export const dataUsed: Model = {
  machine: dataUsedMachine,
  events: [
    { type: 'bytes.fetched', bytes: 1_000 },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: {
    addBytes: { done: [{ today: 1_000, month: 2_000 }], error: [new Error('storage is blocked')] },
  },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.uncounted < 3_000,
};

const clip = { title: 'Clip 1', poster: '/media/clips/1.webp' };

export const nowPlaying: Model = {
  machine: nowPlayingMachine,
  events: [
    { type: 'clip.began', clip, isCounting: true },
    { type: 'clip.began', clip, isCounting: false },
    { type: 'clip.counted' },
    { type: 'clip.rested' },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
    { type: 'control.used', control: 'next' },
  ],
  outcomes: {},
};

const seen = (isVisible: boolean, atMs: number) => ({
  ...{ type: 'visibility.changed', isVisible, atMs, day: '2026-01-02' },
});

export const breakReminder: Model = {
  machine: breakReminderMachine,
  events: [
    { type: 'break.due' },
    seen(true, 0),
    seen(false, 60_000),
    seen(true, 359_999),
    seen(true, 360_000),
    { type: 'continue.pressed' },
  ],
  outcomes: {},
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.minutes < 3,
};

const [one, other] = [video(1), video(2)];

export const clipCache: Model = {
  machine: clipCacheMachine,
  input: { loading: 'ahead' },
  events: [
    { type: 'loading.changed', loading: 'tapped' },
    { type: 'loading.changed', loading: 'ahead' },
    { type: 'clips.ahead', clips: [one, other] },
    { type: 'clips.ahead', clips: [other] },
  ],
  outcomes: { cacheClip: { done: [undefined], error: [offline] } },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.failures < 6,
};

export const captions = (choice: CaptionsChoice | null): Model => ({
  machine: captionsMachine,
  input: choice,
  events: [
    { type: 'captions.switched', isOn: true },
    { type: 'captions.switched', isOn: false },
    { type: 'captions.picked', language: 'de' },
  ],
  outcomes: {},
  facts: ({ context }) => context,
});

export const speed: Model = {
  machine: speedMachine,
  events: [
    { type: 'clip.known', index: 0, isRewarded: true },
    { type: 'clip.known', index: 0, isRewarded: false },
    { type: 'clip.known', index: 1, isRewarded: true },
    { type: 'hold.began' },
    { type: 'hold.ended' },
  ],
  outcomes: {},
  facts: ({ context }) => context,
};

const left = (id: number, isClaimed = false) => ({
  ...{ type: 'clip.left', clip: { id, seconds: id, ended: false }, isClaimed },
});

export const watchProgress: Model = {
  machine: watchProgressMachine,
  events: [
    left(1),
    left(1, true),
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: { sendProgress: { done: [undefined], error: [offline] } },
  facts: ({ context: { clips, sending } }) => [clips.length, sending.length],
};
