import { initialContext } from './context.ts';
import { model } from './model.ts';
import { router } from './router.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { sharing } from './sharing.ts';
import { start } from './start.ts';

/** Who looks: whoever starts later is told, too. Which screen is open its own region knows. */
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
 * The whole product: who is there, what is started when, which screen is looked at, and what one
 * machine's event means to the others. All other actors of the app are its children, or children of
 * these; the machine `payout` runs nowhere, the server asks it for its steps.
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
