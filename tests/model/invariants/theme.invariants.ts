import { theme as model } from '../models.person.ts';
import { always, type Invariants, invariant, type Run, same } from './invariant.ts';

const schemeOf = (run: Run) => (run.is('dark', 'followingSystem.dark') ? 'dark' : 'light');
const wasDark = (run: Run) => run.was('dark', 'followingSystem.dark');
const applied = (run: Run) =>
  run.does('applyScheme').map(({ params }) => (params as { scheme: string }).scheme);

const pressing = (['dark', 'light'] as const).map((system) => ({
  ...model(null, system),
  events: [
    { type: 'dark.pressed', at: { x: 10, y: 20 } },
    { type: 'dark.pressed' },
    { type: 'system.schemeChanged', scheme: 'dark' },
  ],
}));

export const theme: Invariants = {
  runs: pressing,
  invariants: [
    invariant(
      'a stored choice comes first, else the system’s scheme',
      (run) => run.past.length === 0,
      (run) => {
        const { stored, system } = run.context;
        return (
          schemeOf(run) === (stored ?? system) && run.is('followingSystem') === (stored === null)
        );
      },
    ),
    invariant(
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
    invariant(
      'the new scheme is applied from the point of the press, if the event has one',
      (run) => applied(run).length > 0,
      (run) =>
        run
          .does('applyScheme')
          .every(({ params }) => same((params as { at: unknown }).at, run.event.at)),
    ),
    always('the applied scheme is the scheme of the state', (run) =>
      applied(run).length === 0 ? run.past.length > 0 : applied(run).at(-1) === schemeOf(run),
    ),
    invariant(
      'a changed scheme is applied to the screen',
      (run) => run.past.length > 0 && (schemeOf(run) === 'dark') !== wasDark(run),
      (run) => applied(run).length > 0,
    ),
    invariant(
      'the system is followed until a person chooses, and not after',
      (run) => run.on('system.schemeChanged'),
      (run) =>
        run.context.system === run.event.scheme &&
        (run.was('followingSystem')
          ? schemeOf(run) === run.event.scheme && run.is('followingSystem')
          : run.now.after.value === run.now.before?.value),
    ),
    invariant(
      'a choice in another window applies here, and is not stored again',
      (run) => run.on('choice.changed'),
      (run) => run.is(run.event.scheme) && run.does('storeScheme').length === 0,
    ),
  ],
};
