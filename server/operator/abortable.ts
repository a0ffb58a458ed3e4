import { onShutdownSignal } from '../signals.ts';
import { OperatorError } from './command.ts';

/** The operator has aborted the command. */
export class CommandAborted extends OperatorError {}

/**
 * Lets long work undo its unfinished parts when it is aborted, for example by Ctrl-C.
 * @param work fails with its signal's reason then
 */
export async function abortable<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const breaking = new AbortController();
  const restore = onShutdownSignal(() =>
    breaking.abort(new CommandAborted('the command was interrupted')),
  );
  try {
    return await work(breaking.signal);
  } finally {
    restore();
  }
}
