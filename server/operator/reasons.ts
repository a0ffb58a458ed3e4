import { plainText } from '../../contract/plain-text.ts';
import { keptReason, type ReasonFor, reasonCodes, reasonIn } from '../words/reasons.ts';
import { type Arguments, UsageError } from './command.ts';
import { readText } from './options.ts';

/** A code or a mistyped code: words of small letters, joined by `_`, unlike an operator's own words. */
const CODE = /^[a-z]+(_[a-z]+)+$/;

/** Whether a reason is one of the public codes, without words of its own. */
export const isCode = (reason: string, kind: ReasonFor): boolean =>
  reasonCodes[kind].some((code) => code === reason);

const isCodeOfAny = (reason: string): boolean =>
  Object.values(reasonCodes).some((codes: readonly string[]) => codes.includes(reason));

/** Usage of a command's reason. */
export const REASON_SYNOPSIS = '--reason CODE|TEXT [--note TEXT]';

const listOf = (kind: ReasonFor): string => reasonCodes[kind].join(', ');

/** Help on a command's reason. */
export const reasonHelp = (kind: ReasonFor): string =>
  `CODE (${listOf(kind)}) reaches the person in their own language, --note and TEXT reach the person as you write them`;

/**
 * Reads the reason for the person, in its stored form.
 * @throws UsageError when it is too long, an unknown code or one of another kind, or has a note but no code
 */
export function readReason(values: Arguments['values'], kind: ReasonFor, max: number): string {
  const { note } = values;
  const reason = readText('reason', values.reason ?? '', max);
  if (isCode(reason, kind)) {
    const added = note === undefined ? '' : readText('note', note, max);
    return readText('note', keptReason(reason, added), max);
  }
  if (CODE.test(reason) || isCodeOfAny(reason)) {
    throw new UsageError(
      `--reason "${reason}" is none of ${listOf(kind)}; your own words must contain a blank`,
    );
  }
  if (note !== undefined)
    throw new UsageError(`--note needs a --reason that is one of ${listOf(kind)}`);
  return reason;
}

/** Lines of a command's answer that translate a code; none for an operator's own words. */
export function reasonLines(kept: string): string[] {
  const read = plainText(reasonIn(undefined, kept));
  return read === kept
    ? []
    : [`the person reads the reason in their own language; in English: ${read}`];
}
