import { initialContext } from './context.ts';
import { model } from './model.ts';
import { router } from './router.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { sharing } from './sharing.ts';
import { start } from './start.ts';

/** Stores visibility and connectivity for children that start later. */
const attention = model.createStateConfig({
  on: {
    'visibility.changed': { actions: { type: 'setVisibility', params: ({ event }) => event } },
    'connectivity.changed': { actions: { type: 'setConnectivity', params: ({ event }) => event } },
  },
});

const toasts = model.createStateConfig({
  on: {
    'toast.due': { actions: { type: 'showToast', params: ({ event }) => event.text } },
    'toast.ended': { actions: { type: 'endToast', params: ({ event }) => event.id } },
  },
});

/**
 * The root machine: session, boot phases, open screen, and the routes of events between
 * machines. All other actors of the app are its children or descend from them; only `payoutMachine`
 * is never started: the server uses it as its transition table.
 */
export const appMachine = model.createMachine({
  id: 'app',
  context: initialContext,
  type: 'parallel',
  invoke: [
    { id: 'page', src: 'runPage' },
    { id: 'outbox', src: 'outbox', systemId: 'outbox' },
  ],
  states: { session, start, attention, screen, sharing, router, toasts },
});
