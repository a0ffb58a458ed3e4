import { assign, not, sendTo, setup } from 'xstate';
import type { VisibilityEvent } from './attention.ts';
import { actionNotProvided, listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { field } from './params.ts';
import type { Tag } from './tags.ts';
import { setVisibility } from './visibility.ts';

/** Activities that a reload would interrupt. */
export interface Activity {
  isPlaying: boolean;
  hasRunningRequests: boolean;
  /** a form has typed text that was not sent */
  isTyping: boolean;
}

interface Context {
  activity: Activity;
  isVisible: boolean;
  /** this page has claims that are not persisted: they would be lost with it */
  hasUnpersisted: boolean;
  /** the user chose "later": the update waits until the page is left alone */
  isPostponed: boolean;
  /** the user has pressed the button and waits for the new page */
  isUpdateRequested: boolean;
}

/** Asks for the present activities. */
type ActivityCommand = { type: 'activity.asked' };

type Event =
  | VisibilityEvent
  | { type: 'update.found' }
  | { type: 'activity.changed'; activity: Activity }
  | { type: 'unpersisted.changed'; isAny: boolean }
  | { type: 'update.pressed' }
  | { type: 'later.pressed' };

export type AppUpdateEmitted = { type: 'update.failed' };

/** A reload would interrupt nothing. */
const isReloadSafe = ({ activity: { isPlaying, hasRunningRequests }, hasUnpersisted }: Context) =>
  !isPlaying && !hasRunningRequests && !hasUnpersisted;

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    /** lets the newer version take over; ends when its worker is activated */
    takeOver: notProvided<void>('takeOver'),
    watchUpdates: listenerNotProvided('watchUpdates'),
    watchActivity: listenerNotProvided<ActivityCommand>('watchActivity'),
  },
  // longer than a share may take: the returning user finds the page unchanged
  delays: { leftAloneTime: 2 * 60_000, settleTimeout: 20_000, takeOverTimeout: 10_000 },
  guards: {
    isReloadSafe: ({ context }) => isReloadSafe(context),
    mayWaitForRequest: ({ context: { isUpdateRequested, activity } }) =>
      isUpdateRequested && !activity.isPlaying,
    isClipPlaying: (_, { isPlaying }: Activity) => isPlaying,
    isUnattended: ({ context }) =>
      isReloadSafe(context) && !context.isVisible && !context.activity.isTyping,
  },
  actions: {
    pauseClips: actionNotProvided('pauseClips'),
    reloadPage: actionNotProvided('reloadPage'),
    setActivity: assign({ activity: (_, activity: Activity) => activity }),
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    // typing causes no report: only an answer to this question has the present `isTyping`
    askActivity: sendTo('watchActivity', { type: 'activity.asked' } satisfies ActivityCommand),
    setHasUnpersisted: assign({ hasUnpersisted: (_, isAny: boolean) => isAny }),
    postpone: assign({ isPostponed: true }),
    offerAgain: assign({ isPostponed: false }),
    setUpdateRequested: assign({
      isUpdateRequested: (_, isUpdateRequested: boolean) => isUpdateRequested,
    }),
    notifyFailed: notify({ type: 'update.failed' }),
  },
});

const activity = field('activity');
const setActivity = { type: 'setActivity', params: activity } as const;
const failed = { target: 'available', actions: ['offerAgain', 'notifyFailed'] } as const;

/**
 * The app's update: found, offered, and applied at a press, or by itself once the page was left
 * alone for a while. It never reloads the page while a clip plays, a request runs, or claims are
 * unpersisted.
 */
export const appUpdateMachine = base.createMachine({
  id: 'appUpdate',
  context: {
    activity: { isPlaying: false, hasRunningRequests: false, isTyping: false },
    isVisible: true,
    hasUnpersisted: false,
    isPostponed: false,
    isUpdateRequested: false,
  },
  invoke: [
    { id: 'watchUpdates', src: 'watchUpdates' },
    { id: 'watchActivity', src: 'watchActivity' },
  ],
  on: {
    'activity.changed': { actions: setActivity },
    'visibility.changed': { actions: [setVisibility, 'askActivity'] },
    'unpersisted.changed': {
      actions: { type: 'setHasUnpersisted', params: ({ event }) => event.isAny },
    },
  },
  initial: 'current',
  states: {
    current: { on: { 'update.found': 'available' } },
    available: {
      entry: { type: 'setUpdateRequested', params: false },
      on: {
        'update.pressed': {
          target: 'settling',
          actions: { type: 'setUpdateRequested', params: true },
        },
        'later.pressed': { actions: 'postpone' },
      },
      initial: 'inUse',
      states: {
        inUse: { always: { guard: 'isUnattended', target: 'leftAlone' } },
        leftAlone: {
          always: { guard: not('isUnattended'), target: 'inUse' },
          after: { leftAloneTime: '#appUpdate.applying' },
        },
      },
    },
    /** the user wants the update now: clips pause, and running requests end first */
    settling: {
      tags: ['busy'],
      entry: 'pauseClips',
      on: {
        // a clip that was still loading starts only now
        'activity.changed': {
          guard: { type: 'isClipPlaying', params: activity },
          actions: [setActivity, 'pauseClips'],
        },
      },
      always: { guard: 'isReloadSafe', target: 'applying' },
      after: { settleTimeout: failed },
    },
    applying: {
      tags: ['busy'],
      invoke: {
        id: 'takeOver',
        src: 'takeOver',
        onDone: [
          { guard: 'isReloadSafe', target: 'reloading' },
          // a request that the app itself has begun meanwhile
          { guard: 'mayWaitForRequest', target: 'settling' },
          { target: 'available' },
        ],
        onError: failed,
      },
      after: { takeOverTimeout: failed },
    },
    reloading: { entry: 'reloadPage' },
  },
});
