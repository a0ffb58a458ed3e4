import { always, isOn, type Laws, law, type Run } from './law.ts';

const chosen = (run: Run) => run.context.choice;
const isHinted = (run: Run) => run.moments.findLast(isOn('hint.changed'))?.event.isHinted ?? false;
const loadingOf = (run: Run) =>
  run.is('saver.on') ? 'tapped' : run.is('strain.strained') ? 'current' : 'ahead';

export const clipLoading: Laws = {
  lasts: { 'strain.strained.lately': 1_500 },
  calm: ['strain.strained.lately'],
  laws: [
    always('data is saved by a person’s choice, else as the browser says', (run) => {
      const isDue = chosen(run) === null ? isHinted(run) : chosen(run) === 'less';
      return run.is('saver.on') === isDue && run.context.isSaving === isDue;
    }),
    law(
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
    law(
      'a choice stays, whatever the browser says',
      (run) => run.on('hint.changed') && run.known.choice !== null,
      (run) => chosen(run) === run.known.choice && run.does('storeChoice').length === 0,
    ),
    law(
      'how clips are loaded is told whenever it changes, or is asked for',
      (run) => {
        const before =
          run.known?.isSaving !== run.context.isSaving ||
          run.known?.isStrained !== run.context.isStrained;
        return run.past.length > 0 && (before || run.on('loading.asked'));
      },
      (run) => run.tells('loading.changed').at(-1)?.loading === loadingOf(run),
    ),
    always(
      'what is told is so',
      (run) =>
        run.tells('loading.changed').length === 0 ||
        run.tells('loading.changed').at(-1)?.loading === loadingOf(run),
    ),
    law(
      'a phone that has enough to do loads nothing ahead, until it was calm for a while',
      (run) => run.on('strain.felt') || run.waitedOut('strain.strained.lately'),
      (run) =>
        run.is(run.on('strain.felt') ? 'strain.strained' : 'strain.calm') &&
        run.context.isStrained === run.on('strain.felt'),
    ),
    always(
      'no phone has enough to do before it was felt',
      (run) => run.is('strain.calm') || run.moments.some(isOn('strain.felt')),
    ),
    law(
      'the while begins anew whenever it is felt',
      (run) => run.waitedOut('strain.strained.lately') && run.now.atMs > 0,
      (run) => run.now.atMs - (run.lastly(isOn('strain.felt'))?.atMs ?? 0) >= 1_500,
    ),
  ],
};
