import { isVisibleIn, shows } from './attention.ts';
import { type Invariant, invariant } from './invariant.ts';

/** Invariants of a value that is loaded when its screen is visible, becomes outdated, and is loaded again. */
export const screenDataInvariants = (load: string): readonly Invariant[] => [
  invariant(
    'loading begins only while the screen is visible, or by a press',
    (run) => run.begins(load).length > 0,
    (run) =>
      isVisibleIn(run, false) || run.on('retry.pressed') || run.was('loading', 'shown', 'complete'),
  ),
  invariant(
    'a screen that becomes visible loads a value that is missing or outdated',
    (run) => run.was('empty', 'stale') && shows(run),
    (run) => run.is('loading') && run.begins(load).length === 1,
  ),
  invariant(
    'an outdated value is loaded at once if the screen is visible, else once it is',
    (run) => run.on('data.outdated'),
    (run) => run.is(isVisibleIn(run, false) ? 'loading' : 'stale'),
  ),
  invariant(
    'a failure keeps the value, and shows the reason',
    (run) => run.loses(load),
    (run) =>
      run.is('failed') &&
      run.context.failure.kind === run.event.error.kind &&
      run.context.value === run.known.value &&
      run.context.items === run.known.items,
  ),
  invariant(
    'a failed load is retried by a press or a visible screen, and its failure is cleared',
    (run) => run.was('failed') && run.on('retry.pressed', 'visibility.changed'),
    (run) => {
      const isAgain = run.on('retry.pressed') || run.event.isVisible;
      return isAgain ? run.is('loading') && run.context.failure === null : run.is('failed');
    },
  ),
  invariant(
    'each change of visibility is stored',
    (run) => run.on('visibility.changed'),
    (run) => run.context.isVisible === run.event.isVisible,
  ),
];
