import { field, output } from '../params.ts';
import { model } from './model.ts';

// not the failure made of it: the log should show what the browser and Firebase said
const error = field('error');
export const log = { type: 'logFailure', params: error } as const;
const logLate = { type: 'logFailure', params: 'it took too long' } as const;

/** From a permission to a server that knows where to send. Nothing here is asked of a person. */
export const granted = model.createStateConfig({
  initial: 'deciding',
  on: {
    'session.started': { target: '.deciding', actions: 'enter' },
    // the token may not be restored yet: what is stored is not what is known here
    'session.left': { target: '.deciding', actions: ['leave', 'markStoredUnsynced'] },
    'subscription.changed': { target: '.deciding', actions: 'outdateToken' },
    'enable.pressed': { actions: 'notifyAnswered' },
  },
  states: {
    deciding: {
      always: [
        { guard: 'hasNoUser', target: 'waiting' },
        { guard: 'isUnknown', target: 'restoring' },
        { guard: 'isNotSetUp', target: 'notSetUp' },
        { guard: 'needsToken', target: 'fetching' },
        { guard: 'needsSync', target: 'syncing' },
        { target: 'synced' },
      ],
    },
    /** until somebody is logged in */
    waiting: {},
    restoring: {
      tags: ['busy'],
      invoke: {
        id: 'restoreToken',
        src: 'restoreToken',
        onDone: { target: 'deciding', actions: { type: 'setKept', params: output } },
        onError: { target: 'failed', actions: log },
      },
      after: { fetchTimeout: { target: 'failed', actions: logLate } },
    },
    /** this installation sends nothing: nobody is asked for a token */
    notSetUp: {},
    fetching: {
      tags: ['busy'],
      invoke: {
        id: 'fetchToken',
        src: 'fetchToken',
        onDone: [
          {
            guard: { type: 'isSameToken', params: output },
            target: 'deciding',
            actions: [{ type: 'renewToken', params: output }, 'storeToken'],
          },
          { target: 'deciding', actions: [{ type: 'setToken', params: output }, 'storeToken'] },
        ],
        onError: { target: 'failed', actions: log },
      },
      after: { fetchTimeout: { target: 'failed', actions: logLate } },
    },
    syncing: {
      tags: ['busy'],
      invoke: {
        id: 'syncToken',
        src: 'syncToken',
        input: ({ context: { kept } }) => ({ kept }),
        onDone: { target: 'synced', actions: ['markSynced', 'storeToken'] },
        onError: [
          { guard: { type: 'isSessionEnded', params: error }, target: 'waiting' },
          // this push service is none that the server sends to, and will be none in a minute
          { guard: { type: 'isRefused', params: error }, target: 'failed', actions: log },
          { target: 'retrying', actions: ['countFailure', log] },
        ],
      },
    },
    retrying: {
      initial: 'deciding',
      on: { 'connectivity.changed': { guard: 'becomesOnline', target: 'syncing' } },
      states: {
        deciding: {
          always: [{ guard: 'canRetry', target: 'pausing' }, { target: '#push.granted.failed' }],
        },
        pausing: { tags: ['busy'], after: { backOff: '#push.granted.syncing' } },
      },
    },
    synced: { after: { tokenRefresh: { target: 'deciding', actions: 'outdateToken' } } },
    failed: {
      on: {
        'connectivity.changed': { guard: 'becomesOnline', target: 'deciding' },
        'retry.pressed': 'deciding',
      },
    },
  },
});
