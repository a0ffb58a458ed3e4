import type { WaitingRequest } from '../../domain/payout-waiting.ts';
import type { SignalName } from '../../domain/review/rules.ts';

/** Reasons to leave a request out of a batch, in the words of the answer. */
const reasons = {
  in_review: 'in review',
  of_blocked_users: 'of blocked users (unblock the users, or reject the requests)',
  held: 'first payments to accounts that are easy to get or were changed, before the day on which they may be paid (withdrawals list shows it)',
  not_of_method: 'the method takes no such account (any more)',
  not_of_format: 'the format does not pay to such an account',
  unreadable_name: 'no bank can read the name',
  inexact: 'the format cannot write the amount or the account exactly',
  needs_another_operator: 'another operator has to export them',
  signals: 'signals (withdrawals review ID; --with ID,ID takes them)',
  beyond_limit: 'beyond --limit',
  gone: 'decided after they were shown',
} as const;
export type Reason = keyof typeof reasons;

export interface ExcludedRequest {
  readonly request: Pick<WaitingRequest, 'withdrawal_id' | 'recipient_name'>;
  readonly why: Reason;
  readonly signals?: readonly SignalName[];
}

/** Ids of the requests that were left out, by reason. */
export function idsByReason(all: readonly ExcludedRequest[]): Record<string, number[]> {
  const by = Object.groupBy(all, ({ why }) => why);
  return Object.fromEntries(
    (Object.keys(reasons) as Reason[]).map((why) => [
      why,
      (by[why] ?? []).map(({ request }) => Number(request.withdrawal_id)),
    ]),
  );
}

/** Limit of requests in a line. */
const NAMED = 20;

/** A line for each reason: number, ids and names of its requests. */
export function linesOf(all: readonly ExcludedRequest[]): string[] {
  const by = Object.groupBy(all, ({ why }) => why);
  return (Object.keys(reasons) as Reason[]).flatMap((why) => {
    const some = by[why] ?? [];
    if (some.length === 0) return [];
    const named = some.slice(0, NAMED).map(({ request, signals = [] }) => {
      const what = signals.length > 0 ? ` ${signals.join(', ')}` : '';
      return `${request.withdrawal_id} "${request.recipient_name}"${what}`;
    });
    const more = some.length > NAMED ? `; and ${some.length - NAMED} more` : '';
    return [`left out, ${reasons[why]}: ${some.length}: ${named.join('; ')}${more}`];
  });
}
