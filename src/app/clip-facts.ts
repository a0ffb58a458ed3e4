import type { SnapshotFrom } from 'xstate';
import type { adMachine } from '../../machines/ad.machine.ts';
import type { videoMachine } from '../../machines/video.machine.ts';

export type ClipSnapshot = SnapshotFrom<typeof videoMachine>;
export type AdSnapshot = SnapshotFrom<typeof adMachine>;

/** How often a player reports, and so how long a ring takes to its next value. */
export const STEP_SECONDS = 0.25;

type LiveState = Extract<ClipSnapshot['value']['playback'], { live: unknown }>['live'];

/** Is the clip on the stage, in one of these states? */
export const isLive =
  (...states: LiveState[]) =>
  (snapshot: ClipSnapshot) =>
    states.some((state) => snapshot.matches({ playback: { live: state } }));

export const hasFailed = isLive('loadFailed', 'timedOut');
/** It plays when it is tapped. */
export const rests = isLive('paused', 'tapToPlay');

/** How much of the watch time has counted, 0 to 1. */
export const watchedFraction = ({ context: { video, watchedMs } }: ClipSnapshot) =>
  Math.min(watchedMs / Math.max(video.watch_seconds * 1_000, 1), 1);

const stateOf = (value: string | object) => (typeof value === 'string' ? value : 'rewarded');
export const rewardState = ({ value }: ClipSnapshot) => stateOf(value.reward);
export const clickState = ({ value }: AdSnapshot) => stateOf(value.click);

/** What the server has given, and why it gave nothing. */
export const answerOf = ({ context }: ClipSnapshot | AdSnapshot) => context.answer;
export const failureOf = ({ context }: ClipSnapshot | AdSnapshot) => context.failure;
export const isCelebrating = (snapshot: ClipSnapshot | AdSnapshot) =>
  snapshot.hasTag('celebrating');

/** Whole seconds that are left of a time after some of it has played. */
export const secondsLeft = (seconds: number, playedMs: number) =>
  Math.ceil(Math.max(seconds * 1_000 - playedMs, 0) / 1_000);
