import { onShutdownSignal } from '../signals.ts';
import { OperatorError } from './command.ts';

/** The operator has aborted the command. */
export class CommandAborted extends OperatorError {}

/**
 * Runs long work with a signal that aborts when the operator interrupts the command, for example by
 * Ctrl-C, so that the work can undo its unfinished parts.
 * @param work fails with the signal's reason when the signal aborts
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
