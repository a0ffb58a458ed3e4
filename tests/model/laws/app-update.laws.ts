import { appUpdate as model } from '../models.person.ts';
import { always, isOn, type Laws, law, type Run } from './law.ts';

const isQuiet = ({ context: { activity, holdsRewards } }: Run) =>
  !activity.isPlaying && !activity.isCalling && !holdsRewards;
const isAlone = (run: Run) =>
  isQuiet(run) && !run.context.isVisible && !run.context.activity.isTyping;

/** Did a press start the last take-over? */
const wasPressed = ({ moments }: Run) =>
  moments.findLast(
    ({ before, after }) => before?.matches('available') && !after.matches('available'),
  )?.event.type === 'update.pressed';

const isAwaited = (run: Run) => wasPressed(run) && !run.context.activity.isPlaying;

/** A person who presses while the app is busy. */
const busy = {
  ...model,
  events: model.events.filter(
    ({ type, ...event }) =>
      !['later.pressed', 'visibility.changed'].includes(type) &&
      !('activity' in event && JSON.stringify(event).includes('"isTyping":true')),
  ),
};

export const appUpdate: Laws = {
  runs: [busy],
  lasts: { 'available.leftAlone': 120_000, settling: 20_000, applying: 10_000 },
  calm: ['available.leftAlone'],
  laws: [
    always(
      'only a press postpones the update',
      (run) => !run.context.isPostponed || run.moments.some(isOn('later.pressed')),
    ),
    always(
      'the page is never reloaded while a clip plays, a request runs, or rewards would be lost',
      (run) => run.does('reloadPage').length === 0 || isQuiet(run),
    ),
    law(
      'the page is reloaded once, after the newer service worker has taken over',
      (run) => run.gets('takeOver') || run.does('reloadPage').length > 0,
      (run) =>
        run.gets('takeOver') &&
        run.is(isQuiet(run) ? 'reloading' : isAwaited(run) ? 'settling' : 'available') &&
        run.does('reloadPage').length === (isQuiet(run) ? 1 : 0),
    ),
    law(
      'a newer version takes over only after a press, or on a page that is hidden and idle',
      (run) => run.begins('takeOver').length > 0,
      (run) =>
        run.was('settling') || run.on('update.pressed') || run.waitedOut('available.leftAlone'),
    ),
    always(
      'state leftAlone: the page is hidden, idle, and has no typed text',
      (run) => !run.is('available') || run.is('available.leftAlone') === isAlone(run),
    ),
    law(
      'a press pauses the clip, and waits for running requests',
      (run) => run.was('available') && run.on('update.pressed'),
      (run) =>
        run.does('pauseClips').length === 1 && run.is(isQuiet(run) ? 'applying' : 'settling'),
    ),
    law(
      'a clip that begins during the wait is paused too; the update goes on once the page is idle',
      (run) => run.was('settling') && run.on('activity.changed', 'unpersisted.changed'),
      (run) =>
        run.does('pauseClips').length === (run.event.activity?.isPlaying ? 1 : 0) &&
        run.is(isQuiet(run) ? 'applying' : 'settling'),
    ),
    law(
      'a failed update is reported, and offered again',
      (run) => run.loses('takeOver') || run.waitedOut('settling') || run.waitedOut('applying'),
      (run) =>
        run.is('available') && run.tells('update.failed').length === 1 && !run.context.isPostponed,
    ),
    always(
      'no update is offered before one was found',
      (run) => run.is('current') || run.moments.some(isOn('update.found')),
    ),
    law(
      'a found update is offered until it is postponed',
      (run) =>
        (run.was('current') && run.on('update.found')) ||
        (run.was('available') && run.on('later.pressed')),
      (run) =>
        run.is('available') &&
        run.context.isPostponed === (run.on('later.pressed') || run.known.isPostponed),
    ),
    law(
      'a change of visibility is stored, and asks for the page’s activity',
      (run) => run.on('visibility.changed'),
      (run) =>
        run.context.isVisible === run.event.isVisible && run.sends('activity.asked').length === 1,
    ),
    law(
      'a change of activity or of unpersisted rewards is stored',
      (run) => run.on('activity.changed', 'unpersisted.changed'),
      (run) =>
        run.on('activity.changed')
          ? run.context.activity === run.event.activity
          : run.context.holdsRewards === run.event.isAny,
    ),
  ],
};
