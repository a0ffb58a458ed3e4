import { and, not, stateIn } from 'xstate';
import { earningIn } from '../earning.machine.ts';
import { failsTo } from '../failure.ts';
import { output } from '../params.ts';
import { base } from './model.ts';

const fails = failsTo('retrying', ['setFailure']);
const again = { target: 'loading', actions: 'markOutdated' } as const;

const joins = [
  { type: 'notifyLoaded', params: output },
  { type: 'join', params: output },
  'notifyAhead',
] as const;

/**
 * The feed's list of clips: its first load waits until the page's first clip plays, for 3 seconds at
 * most, so as not to compete for the network. It is extended before the last clip is reached, and loaded again when a
 * day begins, the limit changes, or a pause of rewards may be over.
 */
export const list = base.createStateConfig({
  initial: 'waiting',
  on: {
    'day.began': { target: '.loading', actions: ['markOutdated', 'reopenClips'] },
    'limit.changed': { target: '.loading', actions: 'markOutdated' },
    'rewards.due': '.loading',
  },
  states: {
    waiting: {
      tags: ['busy'],
      always: { guard: not('hasCurrent'), target: 'loading' },
      on: { 'clip.playing': 'loading' },
      after: { firstClipTimeout: 'loading' },
    },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadClips',
        src: 'loadClips',
        input: ({ context, self }) => ({
          knownIds: context.clips.map(({ video }) => video.id),
          isMember: earningIn(self.system) !== undefined,
          isListLoaded: context.isLoaded,
        }),
        onDone: [
          {
            // cached clips are shown, and earn, until the list can be loaded
            guard: { type: 'isFromCache', params: output },
            target: 'retrying',
            actions: [...joins, 'markOutdated'],
          },
          { target: 'watching', actions: joins },
        ],
        onError: fails,
      },
    },
    watching: {
      on: {
        'retry.pressed': again,
        // rewards may be paid again
        'visibility.changed': { guard: 'becomesVisible', actions: 'recheckPause' },
      },
      // while rewards are paused, no claim is made whose answer would report the end of the pause
      after: {
        pausedTime: [
          {
            guard: stateIn({ visibility: 'visible' }),
            target: 'watching',
            reenter: true,
            actions: 'recheckPause',
          },
          { target: 'watching', reenter: true },
        ],
      },
      always: [
        { guard: 'isRunningLow', target: 'loading' },
        { guard: 'isExhausted', target: 'exhausted' },
      ],
    },
    /** No clip is left that could earn today. */
    exhausted: { on: { 'retry.pressed': again } },
    /** The list could not be loaded. Clips from the page or the cache are shown and earn meanwhile. */
    retrying: {
      // no event reports that a slow connection has become faster: the list is requested again after this time
      after: {
        recalledTime: [
          {
            guard: and(['hasLoadTimedOut', stateIn({ visibility: 'visible' })]),
            target: 'loading',
          },
          { target: 'retrying', reenter: true },
        ],
      },
      on: {
        'retry.pressed': 'loading',
        'connectivity.restored': 'loading',
        'visibility.changed': { guard: 'becomesVisible', target: 'loading' },
        'connectivity.changed': { guard: 'becomesOnline', target: 'loading' },
      },
    },
  },
});
