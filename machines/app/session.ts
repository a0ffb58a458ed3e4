import { raise } from 'xstate';
import { model } from './model.ts';

/** Who is there: the log-in's own machine knows it, and what belongs to a person ends with it. */
export const session = model.createStateConfig({
  invoke: { id: 'auth', src: 'auth', systemId: 'auth' },
  on: {
    'auth.identified': {
      guard: { type: 'isOther', params: ({ event }) => event },
      target: '.deciding',
      actions: { type: 'setIdentity', params: ({ event }) => event },
    },
  },
  initial: 'restoring',
  states: {
    /** ends with the machine's own answer, which has a timeout */
    restoring: {},
    deciding: {
      always: [{ guard: 'hasUser', target: 'member' }, { target: 'visitor' }],
      exit: raise({ type: 'session.changed' }),
    },
    visitor: { exit: 'stopSession' },
    member: { entry: 'enterSession', exit: ['leaveSession', 'stopSession'] },
  },
});
