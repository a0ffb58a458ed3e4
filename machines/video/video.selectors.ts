import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { claimMachine } from '../claim.machine.ts';
import type { videoMachine } from './video.machine.ts';

type Snapshot = SnapshotFrom<typeof videoMachine>;
type Live = Extract<Snapshot['value']['playback'], { live: unknown }>['live'];

/** State of playback of a clip. */
export type Playback = Extract<Snapshot['value']['playback'], string> | Live;

export const selectPlayback = ({ value: { playback } }: Snapshot): Playback =>
  typeof playback === 'string' ? playback : playback.live;

/** A tap starts the clip. */
export const selectIsWaitingForTap = (snapshot: Snapshot): boolean =>
  ['paused', 'tapToPlay'].includes(selectPlayback(snapshot));

export const selectIsBuffering = (snapshot: Snapshot): boolean =>
  ['starting', 'stalled'].includes(selectPlayback(snapshot));

export const selectHasFailed = (snapshot: Snapshot): boolean =>
  ['loadFailed', 'timedOut'].includes(selectPlayback(snapshot));

/** The clip has played to its end since it came on the stage. */
export const selectHasEnded = ({ context }: Snapshot) => context.hasEnded;

/** The hint that the clip has sound is shown. */
export const selectIsPrompting = ({ value }: Snapshot): boolean => value.sound === 'prompt';

export const selectWatchedMs = ({ context }: Snapshot) => context.watchedMs;

/** Counted part of the watch time, 0 to 1. */
export const selectWatchedFraction = ({ context: { video, watchedMs } }: Snapshot): number =>
  Math.min(watchedMs / Math.max(video.watch_seconds * 1_000, 1), 1);

/** Whole seconds left of a time after part of it has played. */
export const secondsLeft = (seconds: number, playedMs: number): number =>
  Math.ceil(Math.max(seconds * 1_000 - playedMs, 0) / 1_000);

/** Whole seconds left to watch. */
export const selectSecondsLeft = ({ context: { video, watchedMs } }: Snapshot): number =>
  secondsLeft(video.watch_seconds, watchedMs);

/** The reward for watching the clip. */
export const selectReward = ({ context }: Snapshot) => context.video.reward;

/** The actor of the clip's claim, which exists from the start. */
export const selectClaim = ({ children }: Snapshot) =>
  children.claim as ActorRefFrom<typeof claimMachine>;
