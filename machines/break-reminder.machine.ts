import { type ActorRefFrom, type AnyActorRef, assign, enqueueActions, not, setup } from 'xstate';
import type { AppConfig } from '../contract/app-config.ts';
import { becomesVisible, type PageVisibility } from './attention.ts';
import { notify } from './notify.ts';
import type { ResourceMachine } from './resource.machine.ts';

interface Context {
  /** whole minutes for which the feed was visible since the last break */
  minutes: number;
  /** a break was proposed in these minutes already; a second proposal would be nagging */
  wasProposed: boolean;
  /** when the feed was last left, in ms since 1970 */
  leftAtMs: number;
}

/** Visibility of the feed, and presses on the card. */
type Event =
  | PageVisibility
  /** raised by this machine: the operator's limit of minutes is reached */
  | { type: 'break.due' }
  | { type: 'continue.pressed' };

/** Clips pause while the card is shown. */
export type BreakReminderEmitted = { type: 'break.changed'; isProposed: boolean };

/** Time away from the feed that counts as a break. */
const BREAK_MS = 5 * 60_000;

/** Returns the minutes after which a break is proposed, by the operator's setting; 0: never, or not known yet. */
const breakAfter = (system: AnyActorRef['system']): number =>
  (system.get('config') as ActorRefFrom<ResourceMachine<AppConfig>> | undefined)?.getSnapshot()
    .context.value?.break_after_minutes ?? 0;

const base = setup({
  types: {} as { context: Context; events: Event },
  delays: { minute: 60_000, breakTime: BREAK_MS },
  guards: {
    becomesVisible: ({ event }) => becomesVisible(event),
    /** timers do not run while a page is suspended: the device's clock measures the time */
    isBackFromBreak: ({ context, event }) =>
      becomesVisible(event) &&
      event.type === 'visibility.changed' &&
      event.atMs - context.leftAtMs >= BREAK_MS,
  },
  actions: {
    countMinute: assign({ minutes: ({ context }) => context.minutes + 1 }),
    raiseIfDue: enqueueActions(({ context: { minutes, wasProposed }, enqueue, system }) => {
      const after = breakAfter(system);
      if (!wasProposed && after > 0 && minutes >= after) enqueue.raise({ type: 'break.due' });
    }),
    setProposed: assign({ wasProposed: true }),
    setLeft: assign({ leftAtMs: (_, atMs: number) => atMs }),
    reset: assign({ minutes: 0, wasProposed: false }),
    notifyProposed: notify({ type: 'break.changed', isProposed: true }),
    notifyEnded: notify({ type: 'break.changed', isProposed: false }),
  },
});

const atMs = ({ event }: { event: PageVisibility }) => event.atMs;
const setLeft = { type: 'setLeft', params: atMs } as const;
const isHidden = not('becomesVisible');

/**
 * Proposes one break after a number of minutes in a row on the feed. Whole minutes count; five
 * minutes elsewhere are a break.
 */
export const breakReminderMachine = base.createMachine({
  id: 'breakReminder',
  context: { minutes: 0, wasProposed: false, leftAtMs: 0 },
  initial: 'away',
  states: {
    away: {
      entry: 'reset',
      on: { 'visibility.changed': { guard: 'becomesVisible', target: 'watching' } },
    },
    watching: {
      on: {
        'visibility.changed': { guard: isHidden, target: 'interrupted', actions: setLeft },
        'break.due': 'proposed',
      },
      after: {
        minute: { target: 'watching', reenter: true, actions: ['countMinute', 'raiseIfDue'] },
      },
    },
    interrupted: {
      on: {
        'visibility.changed': [
          { guard: 'isBackFromBreak', target: 'watching', actions: 'reset' },
          { guard: 'becomesVisible', target: 'watching' },
        ],
      },
      after: { breakTime: 'away' },
    },
    proposed: {
      entry: ['setProposed', 'notifyProposed'],
      initial: 'shown',
      states: {
        shown: {
          on: {
            'continue.pressed': { target: '#breakReminder.watching', actions: 'notifyEnded' },
            'visibility.changed': [
              { guard: isHidden, target: 'hidden', actions: setLeft },
              // the feed got this event too and plays: the repeated report pauses the feed again
              { actions: 'notifyProposed' },
            ],
          },
        },
        // the absence has begun: its start stays the same if the user also leaves the page, from another screen
        hidden: {
          on: {
            'visibility.changed': [
              {
                guard: 'isBackFromBreak',
                target: '#breakReminder.watching',
                actions: ['reset', 'notifyEnded'],
              },
              { guard: 'becomesVisible', target: 'shown', actions: 'notifyProposed' },
            ],
          },
        },
      },
    },
  },
});
