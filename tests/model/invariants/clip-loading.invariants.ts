import { always, type Invariants, invariant, isOn, type Run } from './invariant.ts';

const chosen = (run: Run) => run.context.choice;
const isHinted = (run: Run) => run.moments.findLast(isOn('hint.changed'))?.event.isHinted ?? false;
const loadingOf = (run: Run) =>
  run.is('saver.on') ? 'tapped' : run.is('strain.strained') ? 'current' : 'ahead';

export const clipLoading: Invariants = {
  lasts: { 'strain.strained.lately': 1_500 },
  calm: ['strain.strained.lately'],
  invariants: [
    always('data is saved by a person’s choice, else as the browser says', (run) => {
      const isDue = chosen(run) === null ? isHinted(run) : chosen(run) === 'less';
      return run.is('saver.on') === isDue && run.context.isSavingData === isDue;
    }),
    invariant(
      'a press on the switch turns it, and is remembered',
      (run) => run.on('saver.pressed'),
      (run) => {
        const choice = run.was('saver.on') ? 'full' : 'less';
        const stored = run.does('storeChoice').map(({ params }) => params);
        return (
          run.is(choice === 'less' ? 'saver.on' : 'saver.off') &&
          chosen(run) === choice &&
          stored.join() === choice
        );
      },
    ),
    invariant(
      'a person’s choice stays when the browser’s hint changes',
      (run) => run.on('hint.changed') && run.known.choice !== null,
      (run) => chosen(run) === run.known.choice && run.does('storeChoice').length === 0,
    ),
    invariant(
      'the loading mode is sent to the root when it changes, or is asked for',
      (run) => {
        const before =
          run.known?.isSavingData !== run.context.isSavingData ||
          run.known?.isStrained !== run.context.isStrained;
        return run.past.length > 0 && (before || run.on('loading.asked'));
      },
      (run) => run.tells('loading.changed').at(-1)?.loading === loadingOf(run),
    ),
    always(
      'the loading mode that is sent is the current one',
      (run) =>
        run.tells('loading.changed').length === 0 ||
        run.tells('loading.changed').at(-1)?.loading === loadingOf(run),
    ),
    invariant(
      'a strained phone loads no clip ahead until it has been calm for a while',
      (run) => run.on('strain.felt') || run.delayEnded('strain.strained.lately'),
      (run) =>
        run.is(run.on('strain.felt') ? 'strain.strained' : 'strain.calm') &&
        run.context.isStrained === run.on('strain.felt'),
    ),
    always(
      'a phone is not strained before strain was measured',
      (run) => run.is('strain.calm') || run.moments.some(isOn('strain.felt')),
    ),
    invariant(
      'new strain restarts the calm period',
      (run) => run.delayEnded('strain.strained.lately') && run.now.atMs > 0,
      (run) => run.now.atMs - (run.lastly(isOn('strain.felt'))?.atMs ?? 0) >= 1_500,
    ),
  ],
};
