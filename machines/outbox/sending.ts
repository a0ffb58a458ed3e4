import { not } from 'xstate';
import { reason } from '../failure.ts';
import { base } from './model.ts';
import { batchOf, type ClaimState } from './queue.ts';

const release = (state: ClaimState) => ({ type: 'release', params: state }) as const;

const sendsAgain = { 'send.due': 'calling', 'send.pressed': 'calling' } as const;

/** What waits and may be sent goes in one call; what comes meanwhile in the next one. */
export const sending = base.createStateConfig({
  initial: 'deciding',
  on: {
    'session.started': {
      target: '.deciding',
      actions: { type: 'setUser', params: ({ event }) => event.userId },
    },
    'session.left': { target: '.blocked', actions: { type: 'setUser', params: null } },
  },
  states: {
    deciding: {
      always: [
        { guard: 'hasDue', target: 'calling' },
        { guard: 'hasDeferred', target: 'pausing' },
        { guard: 'hasUser', target: 'empty' },
        { target: 'blocked' },
      ],
    },
    /** nothing of this user is left to send */
    empty: { always: { guard: 'hasDue', target: 'calling' } },
    calling: {
      tags: ['busy'],
      entry: 'take',
      invoke: {
        id: 'sendClaims',
        src: 'sendClaims',
        input: ({ context }) => ({ claims: batchOf(context) }),
        onDone: {
          target: 'settling',
          actions: [
            { type: 'remove', params: ({ event }) => event.output.gone },
            { type: 'settleEach', params: ({ event }) => event.output.results },
          ],
        },
        onError: [
          // one of them may be what the server cannot take: it holds up none of the others
          {
            guard: { type: 'isOneAtFault', params: reason },
            target: 'deciding',
            actions: 'suspectAll',
          },
          {
            guard: { type: 'isFinal', params: reason },
            target: 'settling',
            actions: {
              type: 'settleEach',
              params: ({ context, event }) =>
                batchOf(context).map(({ id }) => ({ id, failure: reason({ event }) })),
            },
          },
          { target: 'waiting', actions: 'waitLonger' },
        ],
      },
      // on the connection that is gone nothing is answered any more
      on: {
        'connectivity.changed': {
          guard: 'becomesOnline',
          target: 'calling',
          reenter: true,
          actions: 'setConnectivity',
        },
      },
    },
    settling: {
      on: {
        'batch.settled': [
          { guard: 'isUnsettled', target: 'waiting', actions: 'waitLonger' },
          { target: 'deciding', actions: 'forgetFailures' },
        ],
      },
    },
    /** as long as the server has asked */
    pausing: {
      tags: ['busy'],
      always: { guard: 'hasDue', target: 'calling' },
      after: { askedPause: { target: 'deciding', actions: release('deferred') } },
    },
    waiting: {
      tags: ['busy'],
      entry: ['notifyDelayed', release('deferred'), 'moveToEnd'],
      on: sendsAgain,
      after: { backOff: 'deciding' },
    },
    /** until somebody is logged in */
    blocked: {},
  },
});

/** What came while rewards were paused is sent again now and then: it is paid under a fresh key. */
export const rewards = base.createStateConfig({
  initial: 'paid',
  states: {
    paid: { always: { guard: 'hasPaused', target: 'paused' } },
    paused: {
      always: { guard: not('hasPaused'), target: 'paid' },
      on: { 'send.pressed': { actions: release('paused') } },
      after: { pausedTime: { actions: release('paused') } },
    },
  },
});
