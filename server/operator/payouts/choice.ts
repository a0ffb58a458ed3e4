import { readMatchingAccount } from '../../domain/payout-accounts/account-keys.ts';
import { type BatchOrder, readChoice } from '../../domain/payout-choice.ts';
import { readWaiting, type WaitingRequest } from '../../domain/payout-waiting.ts';
import { readSignals } from '../../domain/review/review.ts';
import type { SignalName } from '../../domain/review/rules.ts';
import type { Settings } from '../../domain/settings.ts';
import type { OperatorContext } from '../command.ts';
import { fitsFormat } from './account-fit.ts';
import { bankName } from './bank-text.ts';
import type { ExcludedRequest, Reason } from './excluded-requests.ts';

/** Parameters of an export. */
export interface ExportOrder extends BatchOrder {
  /** requests to take in spite of their signals */
  readonly named: readonly bigint[];
}

export interface Candidate extends WaitingRequest {
  readonly signals: readonly SignalName[];
}

/** The requests for a batch, and all others that wait for its method. */
export interface Choice {
  readonly taken: readonly Candidate[];
  readonly excludedRequests: readonly ExcludedRequest[];
}

const fitsMethod = ({ account_pattern, ...request }: WaitingRequest): boolean =>
  // an empty account was lost with the data key
  request.account !== '' &&
  (account_pattern === null ||
    readMatchingAccount({ ...request, account_pattern }, request.account, request.country) !==
      null);

/** Reason to exclude a request, apart from signals; null: none. */
function exclusionReason({ format }: ExportOrder, request: WaitingRequest): Reason | null {
  if (request.is_in_review) return 'in_review';
  if (request.is_blocked) return 'of_blocked_users';
  if (request.is_held) return 'held';
  if (!fitsMethod(request)) return 'not_of_method';
  if (!fitsFormat(format, request)) return 'not_of_format';
  if (format === 'pain.001' && bankName(request.recipient_name) === null) return 'unreadable_name';
  if (!request.is_exact) return 'inexact';
  return request.may_pay ? null : 'needs_another_operator';
}

/** Chooses the requests to export, without changing anything. */
export async function chooseRequests(
  { db, now }: Pick<OperatorContext, 'db' | 'now'>,
  order: ExportOrder,
  settings: Settings,
): Promise<Choice> {
  const waiting = await readWaiting(db, order, now);
  const excludedRequests: ExcludedRequest[] = [];
  const good = waiting.filter((request) => {
    const why = exclusionReason(order, request);
    if (why) excludedRequests.push({ request, why });
    return why === null;
  });
  const ids = good.map(({ withdrawal_id }) => withdrawal_id);
  const signals = await readSignals({ db, settings, now }, ids);
  const candidates = good.map((request) => {
    const found = signals.get(request.withdrawal_id) ?? [];
    return { ...request, signals: found.map(({ name }) => name) };
  });
  const named = new Set(order.named);
  const isClear = ({ withdrawal_id, signals }: Candidate) =>
    signals.length === 0 || named.has(withdrawal_id);
  for (const request of candidates) {
    if (isClear(request)) continue;
    excludedRequests.push({ request, why: 'signals', signals: request.signals });
  }
  const clear = candidates.filter(isClear);
  const only = clear.map(({ withdrawal_id }) => withdrawal_id);
  const chosen = new Set(await readChoice(db, { ...order, only }, now));
  const taken = clear.filter(({ withdrawal_id }) => chosen.has(withdrawal_id));
  const isFull = order.limit !== null && taken.length >= order.limit;
  for (const request of clear) {
    if (chosen.has(request.withdrawal_id)) continue;
    excludedRequests.push({ request, why: isFull ? 'beyond_limit' : 'needs_another_operator' });
  }
  return { taken, excludedRequests };
}
