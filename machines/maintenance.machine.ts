import { assign, setup } from 'xstate';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import type { Tag } from './tags.ts';

/** An action on this device's stored data. */
export type MaintenanceAction =
  | { kind: 'clearKey'; key: string }
  | { kind: 'clearKeys' }
  | { kind: 'clearCaches' }
  /** removes the service worker and its caches, and reloads the page */
  | { kind: 'unregisterWorker' }
  | { kind: 'copyReport'; text: string };

interface Context {
  action: MaintenanceAction | null;
}

type ActionPressed = { type: 'action.pressed'; action: MaintenanceAction };
type Event = ActionPressed | { type: 'confirm.pressed' } | { type: 'cancel.pressed' };

export type MaintenanceEmitted = { type: 'device.changed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: { runAction: notProvided<void, { action: MaintenanceAction | null }>('runAction') },
  delays: { maintenanceTimeout: 10_000 },
  guards: { isHarmless: (_, { kind }: MaintenanceAction) => kind === 'copyReport' },
  actions: {
    setAction: assign({ action: (_, action: MaintenanceAction) => action }),
    notifyChanged: notify({ type: 'device.changed' }),
  },
});

const pressed = ({ event }: { event: ActionPressed }) => event.action;
const setAction = { type: 'setAction', params: pressed } as const;

const open = {
  'action.pressed': [
    { guard: { type: 'isHarmless', params: pressed }, target: 'running', actions: setAction },
    { target: 'asking', actions: setAction },
  ],
} as const;

const failing = { target: 'failed', actions: 'notifyChanged' } as const;

/**
 * Maintenance of this device's stored data: an irreversible action is confirmed first, then it
 * runs, and succeeds or fails. One action at a time.
 */
export const maintenanceMachine = base.createMachine({
  id: 'maintenance',
  context: { action: null },
  initial: 'idle',
  states: {
    idle: { on: open },
    asking: { on: { 'confirm.pressed': 'running', 'cancel.pressed': 'idle' } },
    running: {
      tags: ['busy'],
      invoke: {
        id: 'runAction',
        src: 'runAction',
        input: ({ context }) => ({ action: context.action }),
        onDone: { target: 'done', actions: 'notifyChanged' },
        onError: failing,
      },
      after: { maintenanceTimeout: failing },
    },
    done: { on: open },
    failed: { on: open },
  },
});
