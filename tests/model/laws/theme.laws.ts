import { always, type Laws, law, type Run, same } from './law.ts';

const schemeOf = (run: Run) => (run.is('dark', 'followingSystem.dark') ? 'dark' : 'light');
const wasDark = (run: Run) => run.was('dark', 'followingSystem.dark');
const applied = (run: Run) =>
  run.does('applyScheme').map(({ params }) => (params as { scheme: string }).scheme);

export const theme: Laws = {
  laws: [
    law(
      'a stored choice comes first, else the system’s scheme',
      (run) => run.past.length === 0,
      (run) => {
        const { stored, system } = run.context;
        return (
          schemeOf(run) === (stored ?? system) && run.is('followingSystem') === (stored === null)
        );
      },
    ),
    law(
      'a press on the switch turns it, and is stored',
      (run) => run.on('dark.pressed'),
      (run) => {
        const scheme = wasDark(run) ? 'light' : 'dark';
        return (
          schemeOf(run) === scheme &&
          !run.is('followingSystem') &&
          same(
            run.does('storeScheme').map(({ params }) => params),
            [scheme],
          )
        );
      },
    ),
    always('the screen shows the scheme it is in', (run) =>
      applied(run).length === 0 ? run.past.length > 0 : applied(run).at(-1) === schemeOf(run),
    ),
    law(
      'whenever the scheme is another one the screen is told',
      (run) => run.past.length > 0 && (schemeOf(run) === 'dark') !== wasDark(run),
      (run) => applied(run).length > 0,
    ),
    law(
      'the system is followed until somebody chooses, and not after',
      (run) => run.on('system.schemeChanged'),
      (run) =>
        run.context.system === run.event.scheme &&
        (run.was('followingSystem')
          ? schemeOf(run) === run.event.scheme && run.is('followingSystem')
          : run.now.after.value === run.now.before?.value),
    ),
    law(
      'another window’s choice is this one’s, and is not stored again',
      (run) => run.on('choice.changed'),
      (run) => run.is(run.event.scheme) && run.does('storeScheme').length === 0,
    ),
  ],
};
