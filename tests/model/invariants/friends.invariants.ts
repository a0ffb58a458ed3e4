import { isVisibleIn } from './attention.ts';
import { always, type Invariants, invariant, same } from './invariant.ts';

export const friends: Invariants = {
  invariants: [
    invariant(
      'the chosen level is shown',
      (run) => run.on('level.chosen'),
      (run) => run.is(run.event.level),
    ),
    invariant(
      'the list of a level is started when the level is first shown, and stays',
      (run) => run.past.length === 0 || run.on('level.chosen'),
      (run) => {
        const level = run.past.length === 0 ? 'all' : run.event.level;
        const isNew = run.past.length === 0 || !run.known.opened.includes(level);
        const made = run.begins('list');
        return isNew
          ? made.length === 1 && made[0]?.id === level && made[0]?.input === level
          : made.length === 0;
      },
    ),
    always('every level that was shown has one list', (run) => {
      const { opened } = run.context;
      return (
        new Set(opened).size === opened.length && opened.every((level: string) => run.runs(level))
      );
    }),
    invariant(
      'outdated data and visibility are sent to every list, once each',
      (run) => run.on('data.outdated', 'visibility.changed'),
      (run) =>
        same(
          run.sends(run.event.type).map(({ to }) => to),
          run.known.opened,
        ),
    ),
    invariant(
      'a new list is told whether the page is visible',
      (run) => run.begins('list').length > 0,
      (run) => {
        const [sent] = run.sends('visibility.changed');
        return (
          sent?.to === run.begins('list')[0]?.id &&
          sent?.event.isVisible === isVisibleIn(run, false)
        );
      },
    ),
    invariant(
      'all levels are shown first',
      (run) => run.past.length === 0,
      (run) => run.is('all'),
    ),
  ],
};
