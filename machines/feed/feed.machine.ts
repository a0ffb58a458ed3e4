import { not } from 'xstate';
import { initialContext } from './context.ts';
import { list } from './list.ts';
import { base } from './model.ts';
import { presence, stage } from './stage.ts';

/** Without a network nothing is paid at once: what is earned waits in the outbox. */
const connectivity = base.createStateConfig({
  initial: 'online',
  states: {
    online: {
      on: {
        'network.changed': { guard: not('isOnline'), target: 'offline' },
      },
    },
    offline: {
      on: {
        'network.changed': { guard: 'isOnline', target: 'online' },
      },
    },
  },
});

/**
 * The feed: a list that grows ahead of the finger, a stage for the last, this and the next clip,
 * with advertisements between them once they are planned, and silence whenever nobody looks.
 */
export const feedMachine = base.createMachine({
  id: 'feed',
  context: initialContext,
  type: 'parallel',
  invoke: [
    { id: 'stage', src: 'runStage' },
    { id: 'watchPresence', src: 'watchPresence' },
    { id: 'watchNetwork', src: 'watchNetwork' },
  ],
  states: { list, stage, presence, connectivity },
});
