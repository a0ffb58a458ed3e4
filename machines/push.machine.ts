import { emit } from 'xstate';
import { base, initialContext, type Permission } from './push.setup.ts';

const reason = ({ event }: { event: { error: unknown } }) => event.error;
const log = { type: 'logFailure', params: reason } as const;
const logLate = { type: 'logFailure', params: 'it took too long' } as const;

const changed = ({ event }: { event: { permission: Permission } }) => event.permission;
const answered = ({ event }: { event: { output: Permission } }) => event.output;

/** From a permission to a server that knows where to send. Nothing here is asked of a person. */
const granted = base.createStateConfig({
  initial: 'deciding',
  on: {
    'session.started': { target: '.deciding', actions: 'enter' },
    'session.left': { target: '.deciding', actions: ['leave', 'storeToken'] },
    'subscription.changed': { target: '.deciding', actions: 'outdateToken' },
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
    waiting: { tags: ['blocked'] },
    restoring: {
      tags: ['busy'],
      invoke: {
        id: 'restoreToken',
        src: 'restoreToken',
        onDone: {
          target: 'deciding',
          actions: { type: 'noteKept', params: ({ event }) => event.output },
        },
        onError: { target: 'failed', actions: log },
      },
      after: { fetchLimit: { target: 'failed', actions: logLate } },
    },
    /** this installation sends nothing: nobody is asked for a token */
    notSetUp: { tags: ['settled'] },
    fetching: {
      tags: ['busy'],
      invoke: {
        id: 'fetchToken',
        src: 'fetchToken',
        onDone: [
          {
            guard: { type: 'isSameToken', params: ({ event }) => event.output },
            target: 'deciding',
            actions: [{ type: 'renewToken', params: ({ event }) => event.output }, 'storeToken'],
          },
          {
            target: 'deciding',
            actions: [{ type: 'setToken', params: ({ event }) => event.output }, 'storeToken'],
          },
        ],
        onError: { target: 'failed', actions: log },
      },
      after: { fetchLimit: { target: 'failed', actions: logLate } },
    },
    syncing: {
      tags: ['busy'],
      invoke: {
        id: 'syncToken',
        src: 'syncToken',
        input: ({ context }) => ({ token: context.kept?.token ?? '' }),
        onDone: { target: 'synced', actions: ['markSynced', 'storeToken'] },
        onError: [
          { guard: { type: 'isSessionEnded', params: reason }, target: 'waiting' },
          { target: 'retrying', actions: ['countFailure', log] },
        ],
      },
      after: { callLimit: { target: 'retrying', actions: ['countFailure', logLate] } },
    },
    retrying: {
      initial: 'deciding',
      on: { 'network.returned': 'syncing' },
      states: {
        deciding: {
          always: [{ guard: 'canRetry', target: 'pausing' }, { target: '#push.granted.failed' }],
        },
        pausing: { tags: ['busy'], after: { backOff: '#push.granted.syncing' } },
      },
    },
    synced: {
      tags: ['settled'],
      after: { tokenRefresh: { target: 'deciding', actions: 'outdateToken' } },
    },
    failed: {
      tags: ['actionable'],
      on: { 'network.returned': 'deciding', 'retry.pressed': 'deciding' },
    },
  },
});

/**
 * Push messages on this device: whether they may be shown, the token that is their address, and
 * whether the server knows it. The permission is followed wherever it is changed; a token is
 * fetched only under it, for somebody who is logged in, where push is set up.
 */
export const pushMachine = base.createMachine({
  id: 'push',
  context: initialContext,
  invoke: [
    { id: 'watchPermission', src: 'watchPermission' },
    { id: 'watchMessages', src: 'watchMessages' },
    { id: 'watchNetwork', src: 'watchNetwork' },
  ],
  on: {
    'permission.changed': {
      guard: 'isNews',
      target: '.deciding',
      actions: [
        { type: 'notePermission', params: changed },
        { type: 'tellPermission', params: changed },
      ],
    },
    'session.started': { actions: 'enter' },
    'session.left': { actions: 'leave' },
    'message.received': {
      actions: emit(({ event }) => ({ type: 'push.received' as const, kind: event.kind })),
    },
    'notification.pressed': {
      actions: emit(({ event }) => ({ type: 'push.opened' as const, link: event.link })),
    },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: { type: 'hasPermission', params: 'granted' }, target: 'granted' },
        { guard: { type: 'hasPermission', params: 'denied' }, target: 'denied' },
        { guard: { type: 'hasPermission', params: 'unsupported' }, target: 'unsupported' },
        { target: 'default' },
      ],
    },
    unsupported: { tags: ['blocked'] },
    default: {
      tags: ['actionable'],
      entry: ['forgetToken', 'storeToken'],
      on: { 'enable.pressed': { target: 'asking', actions: 'noteAsker' } },
    },
    asking: {
      tags: ['busy'],
      on: {
        // the answer itself follows, and says who was asked
        'permission.changed': {
          guard: 'isNews',
          actions: [
            { type: 'notePermission', params: changed },
            { type: 'tellPermission', params: changed },
          ],
        },
      },
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          {
            guard: { type: 'isGranted', params: answered },
            target: 'deciding',
            actions: [
              { type: 'notePermission', params: answered },
              { type: 'tellPermission', params: answered },
            ],
          },
          {
            target: 'deciding',
            actions: [
              { type: 'notePermission', params: answered },
              { type: 'tellPermission', params: answered },
              'tellRefused',
            ],
          },
        ],
        onError: { target: 'deciding', actions: [log, 'tellAskFailed'] },
      },
      after: { personLimit: 'deciding' },
    },
    granted,
    /** a page may ask again; most browsers answer for the person, who has to change a setting */
    denied: {
      tags: ['blocked'],
      entry: ['forgetToken', 'storeToken'],
      on: { 'enable.pressed': { target: 'asking', actions: 'noteAsker' } },
    },
  },
});
