import { isVisibleIn, shows } from './attention.ts';
import { type Law, law } from './law.ts';

/** Of all that is asked for when somebody looks, grows old, and is asked for again. */
export const lookingLaws = (load: string): readonly Law[] => [
  law(
    'the server is asked only while somebody looks, or at a press',
    (run) => run.begins(load).length > 0,
    (run) =>
      isVisibleIn(run, false) || run.on('retry.pressed') || run.was('loading', 'shown', 'complete'),
  ),
  law(
    'whoever looks for the first time, or at what is old, has it asked for',
    (run) => run.was('empty', 'stale') && shows(run),
    (run) => run.is('loading') && run.begins(load).length === 1,
  ),
  law(
    'what is old is asked for again: at once if somebody looks, else at the next look',
    (run) => run.on('data.outdated'),
    (run) => run.is(isVisibleIn(run, false) ? 'loading' : 'stale'),
  ),
  law(
    'a failure keeps what is there, and says why',
    (run) => run.loses(load),
    (run) =>
      run.is('failed') &&
      run.context.failure.kind === run.event.error.kind &&
      run.context.value === run.known.value &&
      run.context.items === run.known.items,
  ),
  law(
    'what failed is tried again at a press and at the next look, and says nothing of it then',
    (run) => run.was('failed') && run.on('retry.pressed', 'visibility.changed'),
    (run) => {
      const isAgain = run.on('retry.pressed') || run.event.isVisible;
      return isAgain ? run.is('loading') && run.context.failure === null : run.is('failed');
    },
  ),
  law(
    'who is looking is known, whatever else goes on',
    (run) => run.on('visibility.changed'),
    (run) => run.context.isVisible === run.event.isVisible,
  ),
];
