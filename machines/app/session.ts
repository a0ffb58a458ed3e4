import { raise } from 'xstate';
import { model } from './model.ts';

/** The session: `authMachine` reports the user, whose children stop when the session ends. */
export const session = model.createStateConfig({
  invoke: { id: 'auth', src: 'auth', systemId: 'auth' },
  on: {
    'auth.identified': {
      guard: { type: 'isOtherUser', params: ({ event }) => event },
      target: '.deciding',
      actions: { type: 'setIdentity', params: ({ event }) => event },
    },
  },
  initial: 'restoring',
  states: {
    /** ends with the answer of `auth`, which has a timeout */
    restoring: {},
    deciding: {
      always: [{ guard: 'hasUser', target: 'member' }, { target: 'visitor' }],
      exit: raise({ type: 'session.changed' }),
    },
    visitor: { exit: 'stopSession' },
    member: { entry: 'enterSession', exit: ['leaveSession', 'stopSession'] },
  },
});
