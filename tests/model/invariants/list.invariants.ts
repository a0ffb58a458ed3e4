import { list as model } from '../models.person.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';
import { screenDataInvariants } from './looking.parts.ts';

interface Span {
  from: number;
  to: number;
}
const asked = (run: Run) =>
  run.past
    .findLast(({ began }) => began.some(({ src }) => src === 'loadPages'))
    ?.began.find(({ src }) => src === 'loadPages')?.input as Span | undefined;

/** A list of any length: without the limit of the walks. */
const unfolding = { ...model, isWithin: () => true };

export const list: Invariants = {
  runs: [unfolding],
  invariants: [
    ...screenDataInvariants('loadPages'),
    invariant(
      'a new page is appended, and reloaded pages replace the outdated items',
      (run) =>
        run.gets('loadPages') &&
        (run.known.page === 0 ||
          run.known.isOutdated ||
          run.event.output.total === run.known.total),
      (run) => {
        const { list: items, page, total, summary } = run.event.output;
        const expected = run.known.isOutdated ? items : [...run.known.items, ...items];
        return (
          run.is('shown', 'complete') &&
          run.context.items.join() === expected.join() &&
          run.context.page === page &&
          run.context.wanted === page &&
          run.context.total === total &&
          run.context.summary === (summary ?? null) &&
          !run.context.isOutdated
        );
      },
    ),
    invariant(
      'only the next page is loaded; an outdated list is loaded up to the last page shown',
      (run) => run.begins('loadPages').length > 0,
      (run) => {
        const { from, to } = run.given<Span>('loadPages');
        const { isOutdated, page, wanted } = run.context;
        return from === (isOutdated ? 1 : page + 1) && to === wanted;
      },
    ),
    invariant(
      'if the total has changed meanwhile, all pages are loaded again, so that no item appears twice',
      (run) =>
        run.gets('loadPages') &&
        run.known.page > 0 &&
        !run.known.isOutdated &&
        run.event.output.total !== run.known.total,
      (run) =>
        run.is('loading') &&
        run.context.isOutdated &&
        asked(run) !== undefined &&
        run.begins('loadPages').length === 1,
    ),
    invariant(
      'reaching the end loads the next page, if there is one',
      (run) => run.was('shown', 'complete') && run.on('end.reached'),
      (run) =>
        run.was('shown')
          ? run.is('loading') && run.context.wanted === run.known.page + 1
          : run.is('complete'),
    ),
    always(
      'the list is complete exactly when it has all items',
      (run) =>
        !run.is('shown', 'complete') ||
        run.is('complete') === run.context.items.length >= run.context.total,
    ),
    invariant(
      'a list that was never loaded cannot be outdated',
      (run) => run.on('data.outdated'),
      (run) =>
        run.context.isOutdated === run.known.page > 0 && run.context.items === run.known.items,
    ),
  ],
};
