import { not } from 'xstate';
import { base } from './model.ts';

const onMediaFailed = { 'media.failed': 'loadFailed' } as const;
const onPaused = {
  'media.paused': 'paused',
  'pause.pressed': { target: 'paused', actions: 'pause' },
} as const;
const again = { target: 'starting', actions: 'reload' } as const;
const retry = {
  entry: 'notifyFailed',
  on: { 'retry.pressed': again, 'stage.recovered': again },
} as const;

const live = base.createStateConfig({
  initial: 'starting',
  on: {
    'stage.left': { target: 'standby', actions: ['pause', 'forgetEnd'] },
    'stage.covered': { target: 'covered', actions: 'pause' },
  },
  states: {
    starting: {
      tags: ['busy'],
      entry: ['applySound', 'play'],
      on: {
        ...onMediaFailed,
        'media.playing': 'playing',
        'media.playRefused': [
          {
            // with sound the browser may require a tap, without sound it hardly ever does
            guard: 'isSoundOn',
            target: 'starting',
            reenter: true,
            actions: ['giveUpSound', 'applySound', 'notifySoundRefused'],
          },
          { target: 'tapToPlay' },
        ],
        ...onPaused,
      },
      after: { startTimeout: 'timedOut' },
    },
    tapToPlay: {
      on: { ...onMediaFailed, 'play.pressed': { target: 'starting', actions: 'forgetTap' } },
    },
    playing: {
      // the clip was paused if it was covered; otherwise `play` has no effect
      entry: ['play', 'notifyPlaying', 'notifyBegan'],
      exit: 'notifyRested',
      on: {
        ...onMediaFailed,
        'media.stalled': 'stalled',
        'media.ended': 'ended',
        ...onPaused,
        'media.playRefused': 'tapToPlay',
      },
    },
    stalled: {
      tags: ['busy'],
      // the clip was paused if it was covered; otherwise `play` has no effect
      entry: 'play',
      on: {
        ...onMediaFailed,
        'media.playing': 'playing',
        'media.ended': 'ended',
        ...onPaused,
        'media.playRefused': 'tapToPlay',
      },
      after: { stallTimeout: 'timedOut' },
    },
    paused: { on: { 'play.pressed': 'starting', 'media.playing': 'playing' } },
    ended: {
      entry: 'setEnded',
      on: { 'pause.pressed': 'paused' },
      after: { replayPause: { target: 'starting', actions: 'restart' } },
    },
    loadFailed: retry,
    timedOut: retry,
    asBefore: { type: 'history' },
  },
});

/** Playback of the clip: on standby beside the stage, live, or covered by another screen or tab. */
export const playback = base.createStateConfig({
  initial: 'standby',
  states: {
    standby: {
      on: {
        // the clip plays while a finger drags it onto the stage, muted beside the current clip
        'stage.approached': { guard: not('waitsForTap'), actions: ['mute', 'play'] },
        'stage.retreated': { actions: 'pause' },
        'stage.entered': [
          { guard: 'waitsForTap', target: 'live.tapToPlay' },
          { guard: 'isReady', target: 'live', actions: 'notifyReady' },
          { target: 'live' },
        ],
      },
    },
    live,
    covered: {
      on: {
        'stage.uncovered': 'live.asBefore',
        'stage.left': { target: 'standby', actions: 'forgetEnd' },
      },
    },
  },
});
