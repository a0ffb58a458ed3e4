import { isOn, type Law, law, type Run } from './law.ts';

const isLookedAt = (run: Run) =>
  run.moments.findLast(isOn('presence.changed'))?.event.isPresent ?? false;

/** Of all that is asked for when somebody looks, grows old, and is asked for again. */
export const lookingLaws = (load: string): readonly Law[] => [
  law(
    'the server is asked only while somebody looks, or at a press',
    (run) => run.begins(load).length > 0,
    (run) => isLookedAt(run) || run.on('retry.pressed') || run.was('loading', 'shown', 'complete'),
  ),
  law(
    'whoever looks for the first time, or at what is old, has it asked for',
    (run) => run.was('empty', 'stale') && run.on('presence.changed') && run.event.isPresent,
    (run) => run.is('loading') && run.begins(load).length === 1,
  ),
  law(
    'what is old is asked for again: at once if somebody looks, else at the next look',
    (run) => run.on('data.outdated'),
    (run) => run.is(isLookedAt(run) ? 'loading' : 'stale'),
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
    (run) => run.was('failed') && run.on('retry.pressed', 'presence.changed'),
    (run) => {
      const isAgain = run.on('retry.pressed') || run.event.isPresent;
      return isAgain ? run.is('loading') && run.context.failure === null : run.is('failed');
    },
  ),
  law(
    'who is looking is known, whatever else goes on',
    (run) => run.on('presence.changed'),
    (run) => run.context.isPresent === run.event.isPresent,
  ),
];
