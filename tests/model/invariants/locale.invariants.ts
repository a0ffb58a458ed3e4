import { always, type Invariants, invariant, type Run, same } from './invariant.ts';

const preferred = (output: { saved: string | null }) => (output.saved === 'pt' ? 'pt' : 'de');

const isOurs = ({ event, context }: Run) => context.supported.includes(event.locale);

export const locale: Invariants = {
  lasts: { resolving: 2_000, loading: 15_000, switching: 15_000 },
  invariants: [
    always('the active language is a supported one, and changes only with its texts', (run) => {
      const { active, supported } = run.context;
      const isOther = active !== (run.known?.active ?? null);
      return (
        (active === null || supported.includes(active)) &&
        (!isOther || run.does('activate').length === 1)
      );
    }),
    invariant(
      'a chosen language is activated and stored once its texts are loaded',
      (run) => run.was('switching') && run.gets('loadTexts'),
      (run) =>
        run.is('ready') &&
        run.context.active === run.known.wanted &&
        same(
          run.now.did.map(({ type }) => type),
          ['activate', 'saveChoice'],
        ),
    ),
    invariant(
      'a language whose texts cannot be loaded changes nothing, and the failure is reported',
      (run) => run.was('switching') && (run.loses('loadTexts') || run.delayEnded('switching')),
      (run) =>
        run.is('ready') &&
        run.context.active === run.known.active &&
        run.context.wanted === run.known.active &&
        run.now.did.length === 0 &&
        run.tells('locale.failed').length === 1,
    ),
    invariant(
      'if the first texts cannot be loaded, English is activated, and the failure is reported',
      (run) => run.was('loading') && (run.loses('loadTexts') || run.delayEnded('loading')),
      (run) =>
        run.is('ready') &&
        run.context.active === 'en' &&
        run.context.wanted === 'en' &&
        run.does('activate').length === 1 &&
        run.tells('locale.failed').length === 1,
    ),
    invariant(
      'the first language is the saved one, else the browser’s, else English',
      (run) =>
        run.gets('readPreference') || run.loses('readPreference') || run.delayEnded('resolving'),
      (run) =>
        run.is('loading') &&
        run.context.wanted === (run.gets('readPreference') ? preferred(run.event.output) : 'en'),
    ),
    invariant(
      'the texts of the wanted language are loaded',
      (run) => run.begins('loadTexts').length > 0,
      (run) =>
        run
          .begins('loadTexts')
          .every(({ input }) => (input as { locale: string }).locale === run.context.wanted),
    ),
    invariant(
      'the last of several choices wins; choosing the active language only stores it',
      (run) => run.was('ready', 'switching') && run.on('language.chosen') && isOurs(run),
      (run) => {
        const isSpoken = run.was('ready') && run.event.locale === run.known.active;
        return isSpoken
          ? run.is('ready') && run.does('saveChoice').length === 1
          : run.is('switching') &&
              run.context.wanted === run.event.locale &&
              run.begins('loadTexts').length === 1;
      },
    ),
    invariant(
      'choosing an unsupported language changes nothing',
      (run) => run.on('language.chosen') && !isOurs(run),
      (run) => same(run.now.after.value, run.now.before?.value) && same(run.context, run.known),
    ),
    invariant(
      'the first texts are activated, and no choice is stored',
      (run) => run.was('loading') && run.gets('loadTexts'),
      (run) =>
        run.is('ready') &&
        run.context.active === run.known.wanted &&
        same(
          run.now.did.map(({ type }) => type),
          ['activate'],
        ),
    ),
  ],
};
