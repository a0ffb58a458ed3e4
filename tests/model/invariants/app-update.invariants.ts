import { appUpdate as model } from '../models.person.ts';
import { always, type Invariants, invariant, isOn, type Run } from './invariant.ts';

const isReloadSafe = ({ context: { activity, hasUnpersisted } }: Run) =>
  !activity.isPlaying && !activity.hasRunningRequests && !hasUnpersisted;
const isAlone = (run: Run) =>
  isReloadSafe(run) && !run.context.isVisible && !run.context.activity.isTyping;

/** Did a press start the last update? */
const wasPressed = ({ moments }: Run) =>
  moments.findLast(
    ({ before, after }) => before?.matches('available') && !after.matches('available'),
  )?.event.type === 'update.pressed';

const isAwaited = (run: Run) => wasPressed(run) && !run.context.activity.isPlaying;

/** A visible page without typed text and without postponing, so that presses often meet a busy app. */
const busy = {
  ...model,
  events: model.events.filter(
    ({ type, ...event }) =>
      !['later.pressed', 'visibility.changed'].includes(type) &&
      !('activity' in event && JSON.stringify(event).includes('"isTyping":true')),
  ),
};

export const appUpdate: Invariants = {
  runs: [busy],
  lasts: { 'available.leftAlone': 120_000, settling: 20_000, applying: 10_000 },
  calm: ['available.leftAlone'],
  invariants: [
    always(
      'only a press postpones the update',
      (run) => !run.context.isPostponed || run.moments.some(isOn('later.pressed')),
    ),
    always(
      'the page is never reloaded while a clip plays, a request runs, or rewards would be lost',
      (run) => run.does('reloadPage').length === 0 || isReloadSafe(run),
    ),
    invariant(
      'the page is reloaded once, after the newer service worker has taken over',
      (run) => run.gets('takeOver') || run.does('reloadPage').length > 0,
      (run) =>
        run.gets('takeOver') &&
        run.is(isReloadSafe(run) ? 'reloading' : isAwaited(run) ? 'settling' : 'available') &&
        run.does('reloadPage').length === (isReloadSafe(run) ? 1 : 0),
    ),
    invariant(
      'a newer version takes over only after a press, or on a page that is hidden and idle',
      (run) => run.begins('takeOver').length > 0,
      (run) =>
        run.was('settling') || run.on('update.pressed') || run.delayEnded('available.leftAlone'),
    ),
    always(
      'state leftAlone: the page is hidden, idle, and has no typed text',
      (run) => !run.is('available') || run.is('available.leftAlone') === isAlone(run),
    ),
    invariant(
      'a press pauses the clip, and waits for running requests',
      (run) => run.was('available') && run.on('update.pressed'),
      (run) =>
        run.does('pauseClips').length === 1 && run.is(isReloadSafe(run) ? 'applying' : 'settling'),
    ),
    invariant(
      'a clip that begins during the wait is paused too; the update goes on once the page is idle',
      (run) => run.was('settling') && run.on('activity.changed', 'unpersisted.changed'),
      (run) =>
        run.does('pauseClips').length === (run.event.activity?.isPlaying ? 1 : 0) &&
        run.is(isReloadSafe(run) ? 'applying' : 'settling'),
    ),
    invariant(
      'a failed update is reported, and offered again',
      (run) => run.loses('takeOver') || run.delayEnded('settling') || run.delayEnded('applying'),
      (run) =>
        run.is('available') && run.tells('update.failed').length === 1 && !run.context.isPostponed,
    ),
    always(
      'no update is offered before one was found',
      (run) => run.is('current') || run.moments.some(isOn('update.found')),
    ),
    invariant(
      'a found update is offered until it is postponed',
      (run) =>
        (run.was('current') && run.on('update.found')) ||
        (run.was('available') && run.on('later.pressed')),
      (run) =>
        run.is('available') &&
        run.context.isPostponed === (run.on('later.pressed') || run.known.isPostponed),
    ),
    invariant(
      'a change of visibility is stored, and asks for the page’s activity',
      (run) => run.on('visibility.changed'),
      (run) =>
        run.context.isVisible === run.event.isVisible && run.sends('activity.asked').length === 1,
    ),
    invariant(
      'a change of activity or of unpersisted rewards is stored',
      (run) => run.on('activity.changed', 'unpersisted.changed'),
      (run) =>
        run.on('activity.changed')
          ? run.context.activity === run.event.activity
          : run.context.hasUnpersisted === run.event.isAny,
    ),
  ],
};
