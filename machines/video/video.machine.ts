import type { EligibilityEvent } from '../claim.machine.ts';
import { field } from '../params.ts';
import { base, initialContext } from './model.ts';
import { playback } from './playback.ts';

const isOn = field('isOn');
const setSound = [{ type: 'setSound', params: isOn }, 'applySound'] as const;

const sound = base.createStateConfig({
  initial: 'choosing',
  on: {
    'sound.changed': [
      { guard: { type: 'isOn', params: isOn }, actions: setSound, target: '.on' },
      { actions: setSound, target: '.muted' },
    ],
  },
  states: {
    choosing: { always: [{ guard: 'isSoundOn', target: 'on' }, { target: 'muted' }] },
    muted: { on: { 'media.playing': { guard: 'isSoundPromptDue', target: 'prompt' } } },
    /** the first clip that plays muted: the view shows that it has sound */
    prompt: { entry: 'setPrompted', after: { promptTime: 'muted' } },
    on: { always: { guard: ({ context }) => !context.isSoundOn, target: 'muted' } },
  },
});

const passToClaim = {
  actions: { type: 'passToClaim', params: ({ event }: { event: EligibilityEvent }) => event },
} as const;

const played = field('playedMs');
const addWatched = { type: 'addWatched', params: played } as const;

/**
 * A clip of the feed, an advertisement or the landing page: its playback and failures, its sound,
 * and its watch time, which earns its claim. It stops when its owner drops the clip.
 */
export const videoMachine = base.createMachine({
  id: 'video',
  context: initialContext,
  entry: 'startClaim',
  invoke: {
    id: 'player',
    src: 'playClip',
    input: ({ context }) => ({
      index: context.index,
      video: context.video,
      src: context.src,
      isMuted: !context.isSoundOn,
      waitsForTap: context.waitsForTap,
    }),
  },
  type: 'parallel',
  on: {
    'media.ready': { actions: ['setReady', 'notifyReady'] },
    'media.progressed': [
      {
        guard: { type: 'reachesWatchTime', params: played },
        actions: [addWatched, 'claim', 'notifyCounted'],
      },
      { actions: addWatched },
    ],
    'claim.opened': { guard: 'hasWatchedEnough', actions: 'claim' },
    'claim.renewed': { actions: 'forgetWatched' },
    'eligibility.known': passToClaim,
    'eligibility.renewed': passToClaim,
  },
  states: { playback, sound },
});
