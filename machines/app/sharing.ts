import { model } from './model.ts';

/** Share may be pressed before what shares has come, with the last stage: then the press waits for it. */
export const sharing = model.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: { 'share.pressed': [{ guard: 'hasShare', actions: 'openShare' }, { target: 'wanted' }] },
    },
    wanted: {
      always: { guard: 'hasShare', target: 'idle', actions: 'openShare' },
      on: {
        'session.changed': 'idle',
        // whoever has gone on shares nothing of what was left
        'screen.opened': {
          guard: { type: 'isNoFeed', params: ({ event }) => event.screen },
          target: 'idle',
        },
      },
    },
  },
});
