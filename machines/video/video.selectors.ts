import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { claimMachine } from '../claim.machine.ts';
import type { videoMachine } from './video.machine.ts';

type Snapshot = SnapshotFrom<typeof videoMachine>;
type Live = Extract<Snapshot['value']['playback'], { live: unknown }>['live'];

/** How a clip is doing on the stage, or beside it. */
export type Playback = Extract<Snapshot['value']['playback'], string> | Live;

export const selectPlayback = ({ value: { playback } }: Snapshot): Playback =>
  typeof playback === 'string' ? playback : playback.live;

/** It plays when it is tapped. */
export const selectIsResting = (snapshot: Snapshot): boolean =>
  ['paused', 'tapToPlay'].includes(selectPlayback(snapshot));

export const selectIsWaiting = (snapshot: Snapshot): boolean =>
  ['starting', 'stalled'].includes(selectPlayback(snapshot));

export const selectHasFailed = (snapshot: Snapshot): boolean =>
  ['loadFailed', 'timedOut'].includes(selectPlayback(snapshot));

/** It has played to its end since it came on the stage. */
export const selectHasEnded = ({ context }: Snapshot) => context.hasEnded;

/** It says that there is sound. */
export const selectIsPrompting = ({ value }: Snapshot): boolean => value.sound === 'prompt';

export const selectWatchedMs = ({ context }: Snapshot) => context.watchedMs;

/** How much of the watch time has counted, 0 to 1. */
export const selectWatchedFraction = ({ context: { video, watchedMs } }: Snapshot): number =>
  Math.min(watchedMs / Math.max(video.watch_seconds * 1_000, 1), 1);

/** Whole seconds that are left of a time after some of it has played. */
export const secondsLeft = (seconds: number, playedMs: number): number =>
  Math.ceil(Math.max(seconds * 1_000 - playedMs, 0) / 1_000);

/** Whole seconds that are left to watch. */
export const selectSecondsLeft = ({ context: { video, watchedMs } }: Snapshot): number =>
  secondsLeft(video.watch_seconds, watchedMs);

/** What watching it pays. */
export const selectReward = ({ context }: Snapshot) => context.video.reward;

/** What watching it earns, and has earned; there from its beginning. */
export const selectClaim = ({ children }: Snapshot) =>
  children.claim as ActorRefFrom<typeof claimMachine>;
