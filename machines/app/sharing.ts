import { model } from './model.ts';

/** A press of Share on the feed: before the third boot phase is loaded, the press waits for it. */
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
        // leaving the feed cancels the waiting press
        'screen.opened': {
          guard: { type: 'isNoFeed', params: ({ event }) => event.screen },
          target: 'idle',
        },
      },
    },
  },
});
