import { onEndingSignal } from '../signals.ts';
import { OperatorError } from './command.ts';

/** The operator has ended the command. */
export class BrokenOff extends OperatorError {}

/**
 * Lets work that takes minutes undo what is half done when it is broken off, by Ctrl-C perhaps.
 * @param work fails with the reason of its signal then
 */
export async function breakable<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const breaking = new AbortController();
  const restore = onEndingSignal(() => breaking.abort(new BrokenOff('broken off')));
  try {
    return await work(breaking.signal);
  } finally {
    restore();
  }
}
