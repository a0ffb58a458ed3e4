import { and, not, stateIn } from 'xstate';
import { earningIn } from '../earning.machine.ts';
import { failsTo } from '../failure.ts';
import { output } from '../params.ts';
import { base } from './model.ts';

const fails = failsTo('retrying', ['setFailure']);
const again = { target: 'loading', actions: 'outdate' } as const;

const joins = [
  { type: 'notifyLoaded', params: output },
  { type: 'join', params: output },
  'notifyAhead',
] as const;

/**
 * The list behind the feed: it leaves the network to the clip that came with the page until that
 * one plays, grows before the last clip is reached, and is asked for anew when a day has begun, the
 * limit is another one, or a pause of rewards is over.
 */
export const list = base.createStateConfig({
  initial: 'waiting',
  on: {
    'day.began': { target: '.loading', actions: ['outdate', 'reopenClips'] },
    'limit.changed': { target: '.loading', actions: 'outdate' },
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
          isAwaited: context.isLoaded,
        }),
        onDone: [
          {
            // they are looked at, and earn, until the server can be asked again
            guard: { type: 'isRecalled', params: output },
            target: 'retrying',
            actions: [...joins, 'outdate'],
          },
          { target: 'watching', actions: joins },
        ],
        onError: fails,
      },
    },
    watching: {
      on: {
        'retry.pressed': again,
        // they may be paid again
        'visibility.changed': { guard: 'becomesVisible', actions: 'doubtPause' },
      },
      // and in a pause no claim is made that would find out
      after: {
        pausedTime: [
          {
            guard: stateIn({ visibility: 'visible' }),
            target: 'watching',
            reenter: true,
            actions: 'doubtPause',
          },
          { target: 'watching', reenter: true },
        ],
      },
      always: [
        { guard: 'isRunningLow', target: 'loading' },
        { guard: 'isExhausted', target: 'exhausted' },
      ],
    },
    /** not one clip is left that could earn something today */
    exhausted: { on: { 'retry.pressed': again } },
    /**
     * The server could not be asked. The clips that are there, from the page or kept on the device, are shown and
     * earn meanwhile.
     */
    retrying: {
      // a connection that is only slow never returns: nobody else would find out
      after: {
        recalledTime: [
          { guard: and(['wasImpatient', stateIn({ visibility: 'visible' })]), target: 'loading' },
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
