import type { Permission, PushToken } from '../../machines/push/model.ts';
import { pushMachine } from '../../machines/push/push.machine.ts';
import type { Model } from './model.ts';
import { ended, offline, refused } from './samples.ts';

const permissions: Permission[] = ['default', 'granted', 'denied', 'unsupported'];
const token = (name: string): PushToken => ({
  token: name,
  endpoint: `https://push.example/${name}`,
  keys: null,
  fetchedAtMs: 1_000,
});
const nothing = { kept: null, isSynced: false, ageMs: 0 };

export const push: Model = {
  machine: pushMachine,
  input: { permission: 'default', needsInstall: false },
  events: [
    { type: 'enable.pressed', asker: 'reminder' },
    { type: 'retry.pressed' },
    ...permissions.map((each) => ({ type: 'permission.changed', permission: each })),
    { type: 'session.started', userId: 7 },
    { type: 'session.left' },
    { type: 'connectivity.changed', isOnline: false },
    { type: 'connectivity.changed', isOnline: true },
    { type: 'subscription.changed' },
    { type: 'message.received', kind: 'withdrawal_paid' },
    { type: 'notification.pressed', link: '/withdraw/index' },
  ],
  outcomes: {
    askPermission: { done: permissions, error: [new Error('not allowed here')] },
    restoreToken: {
      done: [
        { ...nothing, isSetUp: false },
        { ...nothing, isSetUp: true },
        { isSetUp: true, kept: token('a'), isSynced: true, ageMs: 0 },
      ],
      error: [offline],
    },
    fetchToken: { done: [token('a'), token('b')], error: [new Error('no push service')] },
    syncToken: { done: [undefined], error: [offline, ended, refused('unknown_push_service')] },
  },
  facts: ({ context }) => [
    context.permission,
    context.hasUser,
    context.isSetUp,
    context.kept?.token,
    context.isSynced,
    context.ageMs > 0,
    context.failures,
  ],
  // `isSetUp` matters only while permission is granted, and both tokens fail in the same way
  isWithin: ({ value, context }) =>
    (context.isSetUp === null || value.granted !== undefined) &&
    (context.failures === 0 || context.kept?.token === 'a'),
};
