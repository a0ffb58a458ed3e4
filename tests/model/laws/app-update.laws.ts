import { appUpdate as model } from '../models.person.ts';
import { always, isOn, type Laws, law, type Run } from './law.ts';

const isQuiet = ({ context: { activity, holdsRewards } }: Run) =>
  !activity.isPlaying && !activity.isCalling && !holdsRewards;
const isAlone = (run: Run) =>
  isQuiet(run) && !run.context.isVisible && !run.context.activity.isTyping;

/** What led to the last taking over: the press of somebody who waits since? */
const wasPressed = ({ moments }: Run) =>
  moments.findLast(
    ({ before, after }) => before?.matches('available') && !after.matches('available'),
  )?.event.type === 'update.pressed';

const isAwaited = (run: Run) => wasPressed(run) && !run.context.activity.isPlaying;

/** Somebody who presses while something goes on. */
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
      'it is put off by a press alone',
      (run) => !run.context.isPostponed || run.moments.some(isOn('later.pressed')),
    ),
    always(
      'never reloads while a clip plays, a request runs, or rewards would be lost',
      (run) => run.does('reloadPage').length === 0 || isQuiet(run),
    ),
    law(
      'the page is loaded anew once, when the newer version is in charge',
      (run) => run.gets('takeOver') || run.does('reloadPage').length > 0,
      (run) =>
        run.gets('takeOver') &&
        run.is(isQuiet(run) ? 'reloading' : isAwaited(run) ? 'settling' : 'available') &&
        run.does('reloadPage').length === (isQuiet(run) ? 1 : 0),
    ),
    law(
      'a newer version takes over only at a press, or when the page was left alone',
      (run) => run.begins('takeOver').length > 0,
      (run) =>
        run.was('settling') || run.on('update.pressed') || run.waitedOut('available.leftAlone'),
    ),
    always(
      'left alone is hidden, quiet, and nothing typed',
      (run) => !run.is('available') || run.is('available.leftAlone') === isAlone(run),
    ),
    law(
      'a press rests the clip, and waits for what is on its way',
      (run) => run.was('available') && run.on('update.pressed'),
      (run) =>
        run.does('pauseClips').length === 1 && run.is(isQuiet(run) ? 'applying' : 'settling'),
    ),
    law(
      'a clip that begins meanwhile rests too; when all is quiet it goes on',
      (run) => run.was('settling') && run.on('activity.changed', 'unpersisted.changed'),
      (run) =>
        run.does('pauseClips').length === (run.event.activity?.isPlaying ? 1 : 0) &&
        run.is(isQuiet(run) ? 'applying' : 'settling'),
    ),
    law(
      'what does not work is said, and offered again',
      (run) => run.loses('takeOver') || run.waitedOut('settling') || run.waitedOut('applying'),
      (run) =>
        run.is('available') && run.tells('update.failed').length === 1 && !run.context.isPostponed,
    ),
    always(
      'nothing is offered that was not found',
      (run) => run.is('current') || run.moments.some(isOn('update.found')),
    ),
    law(
      'a newer version is offered; later means not now',
      (run) =>
        (run.was('current') && run.on('update.found')) ||
        (run.was('available') && run.on('later.pressed')),
      (run) =>
        run.is('available') &&
        run.context.isPostponed === (run.on('later.pressed') || run.known.isPostponed),
    ),
    law(
      'who looks is known, and what goes on is looked at anew then',
      (run) => run.on('visibility.changed'),
      (run) =>
        run.context.isVisible === run.event.isVisible && run.sends('activity.asked').length === 1,
    ),
    law(
      'what goes on is known',
      (run) => run.on('activity.changed', 'unpersisted.changed'),
      (run) =>
        run.on('activity.changed')
          ? run.context.activity === run.event.activity
          : run.context.holdsRewards === run.event.isAny,
    ),
  ],
};
