import { MediaError } from '../media/storage.ts';
import { CommandAborted } from './abortable.ts';
import {
  type Arguments,
  type Call,
  type CommandResult,
  OperatorError,
  UsageError,
} from './command.ts';
import type { Report } from './progress.ts';
import { table } from './text.ts';

interface Refused {
  readonly word: string;
  readonly why: string;
}

type RunOne = (args: Arguments, report: Report) => Promise<CommandResult>;

/** Whether an error concerns only one call, so that the other calls still run. */
const concernsOneCall = (error: unknown): error is Error =>
  error instanceof OperatorError || error instanceof UsageError || error instanceof MediaError;

/** Whether a message names the word already, perhaps by its whole path. */
const names = (why: string, word: string): boolean =>
  `/${why} `.includes(`/${word.replace(/^(?:\.{1,2}\/)+/, '')} `);

/**
 * Runs a command for each call separately: a refused call is listed with its reason, and does not
 * affect the other calls. After an abort the remaining calls do not run.
 * @param report receives the current call
 */
export async function runEach(
  calls: readonly Call[],
  report: Report,
  runOne: RunOne,
): Promise<CommandResult> {
  const notes: string[] = [];
  const done: (Record<string, unknown> & { word: string })[] = [];
  const refused: Refused[] = [];
  let isAborted = false;
  for (const [at, { word, args }] of calls.entries()) {
    if (isAborted) {
      refused.push({ word, why: 'not tried' });
      continue;
    }
    const which = `${at + 1} of ${calls.length}, ${word}`;
    report(which);
    try {
      const { json, note } = await runOne(args, (step, share) =>
        report(`${which}: ${step}`, share),
      );
      if (note) notes.push(note);
      done.push({ word, ...(json as object) });
    } catch (error) {
      if (!concernsOneCall(error)) throw error;
      isAborted = error instanceof CommandAborted;
      refused.push({ word, why: error.message });
    }
  }
  const lines = done.map(({ word, id, note }) => ({
    file: word,
    id: id == null ? null : Number(id),
    note: note == null ? null : String(note),
  }));
  const failures = refused.map(({ word, why }) => (names(why, word) ? why : `${word}: ${why}`));
  return {
    json: { done, refused },
    text: [table(lines, 'no clip is added'), ...failures].join('\n'),
    ...(notes.length > 0 && { note: notes.join('\n') }),
    status: refused.length > 0 ? 1 : 0,
  };
}
