import { always, type Laws, law, same } from './law.ts';

export const friends: Laws = {
  laws: [
    law(
      'the level that was chosen is looked at, and no other',
      (run) => run.on('level.chosen'),
      (run) => run.is(run.event.level),
    ),
    law(
      'the list of a level is made when it is first looked at, and stays',
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
    always('every level that was looked at has its list, each once', (run) => {
      const { opened } = run.context;
      return (
        new Set(opened).size === opened.length && opened.every((level: string) => run.runs(level))
      );
    }),
    law(
      'what may be old is told to every list, and to each once',
      (run) => run.on('data.outdated'),
      (run) =>
        same(
          run.sends('data.outdated').map(({ to }) => to),
          run.known.opened,
        ),
    ),
    law(
      'all levels are looked at first',
      (run) => run.past.length === 0,
      (run) => run.is('all'),
    ),
  ],
};
