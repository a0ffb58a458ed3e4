import { playback } from './video.playback.ts';
import { reward } from './video.reward.ts';
import { base, initialContext } from './video.setup.ts';

const sound = base.createStateConfig({
  initial: 'choosing',
  on: {
    'sound.changed': [
      { guard: 'willBeOn', actions: ['noteSound', 'applySound'], target: '.on' },
      { actions: ['noteSound', 'applySound'], target: '.muted' },
    ],
  },
  states: {
    choosing: { always: [{ guard: 'isSoundOn', target: 'on' }, { target: 'muted' }] },
    muted: {
      on: {
        'media.playing': { guard: 'isSoundPromptDue', target: 'prompt' },
      },
    },
    /** playing without sound for the first time: say that there is some */
    prompt: { entry: 'notePrompted', after: { promptTime: 'muted' } },
    on: { always: { guard: ({ context }) => !context.isSoundOn, target: 'muted' } },
  },
});

/**
 * One clip in the feed: its place on the stage and what may go wrong there, its sound, and the
 * reward that watching it earns; the three go on side by side until the feed drops the clip.
 */
export const videoMachine = base.createMachine({
  id: 'video',
  context: initialContext,
  invoke: {
    id: 'player',
    src: 'playClip',
    input: ({ context }) => ({
      index: context.index,
      video: context.video,
      isMuted: !context.isSoundOn,
    }),
  },
  type: 'parallel',
  on: {
    'media.ready': { actions: ['noteReady', 'tellReady'] },
    'media.progressed': { actions: 'addWatched' },
  },
  states: { playback, sound, reward },
});
