import { compareMoney, formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { toPaid } from '../../contract/pay.ts';
import type {
  Requirement,
  Withdrawal,
  WithdrawalStep,
  WithdrawInfo,
} from '../../contract/shapes.ts';
import type { Permission } from '../push/model.ts';

/** The server's terms: they decide, with the permission, whether and how much can be withdrawn. */
export interface WithdrawalTerms {
  balance: string;
  local_amount: string;
  local_currency: string;
  min_amount: string;
  notification_required: boolean;
  requirements: Requirement[];
  /** whether the e-mail is confirmed; absent where that is no condition */
  email_confirmed?: boolean | undefined;
  pending: Withdrawal | null;
  /** the debt, which later rewards repay first; older servers do not send it */
  debt?: string | undefined;
  /** hours of hold for the first withdrawal to an account that is easy to get or was changed; 0: none */
  hold_hours?: number | undefined;
  /** the same in days; older servers send only this */
  hold_days?: number | undefined;
  /** the currency of all amounts; older servers do not send it */
  currency?: string | undefined;
  /** how the method pays in a currency of its own; null: the amount is paid unchanged */
  pay?: PayTerms | null | undefined;
  /** ways to secure the account that the app may offer; older servers do not send it */
  account_safety?: AccountSafety | undefined;
}

interface AccountSafety {
  has_way_back: boolean;
  has_passkey: boolean;
  has_withdrawn: boolean;
}

interface PayTerms {
  currency: string;
  /** null: the method pays nothing for now */
  rate: string | null;
  rounding: string;
}

/** The amount that arrives, in the method's currency. */
export interface Arrival {
  currency: string;
  amount: string;
  rate: string;
}

/** @returns null if the amount arrives unchanged, undefined if the server does not send it */
export function arrivalOf(amount: string, pay: WithdrawalTerms['pay']): Arrival | null | undefined {
  if (!pay) return pay;
  const { currency, rate, rounding } = pay;
  if (rate === null) return null;
  return { currency, rate, amount: toPaid(parseMoney(amount), { rate, rounding }) };
}

/** Status of a withdrawal: its step, or that its user has cancelled it. */
export type Standing = WithdrawalStep | 'cancelled';

/** The end of a withdrawal; except for `paid` the amount is returned. */
export type Ending = Exclude<Standing, 'pending' | 'in_review' | 'processing'>;

/** Status of a withdrawal; older servers send no step, only one of three statuses. */
export const standingOf = ({ step, status, cancelled }: Withdrawal): Standing =>
  cancelled ? 'cancelled' : (step ?? status);

/** Not approved yet: the user may cancel it. */
export const isCancellable = (withdrawal: Withdrawal): boolean =>
  ['pending', 'in_review'].includes(standingOf(withdrawal));

/** The amount was sent and returned: the account may have been wrong. */
export const isCorrectable = (withdrawal: Withdrawal): boolean =>
  ['failed', 'returned'].includes(standingOf(withdrawal));

/**
 * Whether the payee differs from that of the returned withdrawal. Two masked accounts may look alike: then the version
 * decides.
 * @param before the payee before its correction; null: none was begun
 */
export const isCorrected = (
  withdrawal: Withdrawal,
  info: WithdrawInfo,
  before: WithdrawInfo | null,
): boolean =>
  isCorrectable(withdrawal) &&
  (info.method !== withdrawal.method ||
    info.recipient_name !== withdrawal.recipient_name ||
    info.account !== withdrawal.account ||
    (before !== null && before.version !== info.version));

/** The parts of an amount: `settled` repays a debt, `back` is returned to the balance. */
export function partsOf({ amount }: Withdrawal, debt: string): { back: string; settled: string } {
  const units = parseMoney(amount);
  const owed = parseMoney(debt);
  const settled = owed < units ? owed : units;
  return { back: formatMoney(units - settled), settled: formatMoney(settled) };
}

/** All of the amount was returned to the balance. */
export const isFullyReturned = ({ status, repaid }: Withdrawal): boolean =>
  status === 'rejected' && parseMoney(repaid ?? '0') === 0n;

/** Every step of a withdrawal, beginning with its request. */
export function stepHistoryOf({ steps, status, created_at, settled_at }: Withdrawal) {
  if (steps && steps.length > 0) return steps;
  const requested = { step: 'pending', at: created_at } as const;
  return status === 'pending'
    ? [requested]
    : [requested, { step: status, at: settled_at ?? created_at }];
}

export type AmountProblem =
  | 'amountRequired'
  | 'belowOne'
  | 'belowMinimum'
  | 'aboveBalance'
  /** the method has no rate for now */
  | 'unpayable';

const ONE = '1.0000';

export function problemOfAmount(amount: string, terms: WithdrawalTerms): AmountProblem | null {
  if (!MONEY_INPUT.test(amount)) return 'amountRequired';
  if (compareMoney(amount, ONE) < 0) return 'belowOne';
  if (compareMoney(amount, terms.min_amount) < 0) return 'belowMinimum';
  if (compareMoney(amount, terms.balance) > 0) return 'aboveBalance';
  if (terms.pay?.rate === null) return 'unpayable';
  // less than the method's smallest unit
  return /^[0.]+$/.test(arrivalOf(amount, terms.pay)?.amount ?? '1') ? 'belowMinimum' : null;
}

/** The money as people write it, without trailing zeros. */
export const withoutZeros = (money: string) =>
  formatMoney(parseMoney(money)).replace(/0+$/, '').replace(/\.$/, '');

/** One condition of the operator for a withdrawal. */
export type Condition =
  | (Requirement & { isMet: boolean })
  | { kind: 'email'; isMet: boolean }
  | { kind: 'notifications'; isMet: boolean };

/** All conditions, met or not; a required count of 0 is none. */
export function conditionsOf(terms: WithdrawalTerms, permission: Permission): Condition[] {
  const counts = terms.requirements
    .filter(({ required }) => required > 0)
    .map((each) => ({ ...each, isMet: each.current >= each.required }));
  const email = terms.email_confirmed;
  return [
    ...counts,
    ...(email === undefined ? [] : [{ kind: 'email', isMet: email } as const]),
    ...(terms.notification_required
      ? [{ kind: 'notifications', isMet: permission === 'granted' } as const]
      : []),
  ];
}

/** The terms after the request's new status: a repaid part of a debt is owed no more. */
export function updatedTerms(before: WithdrawalTerms, { repaid }: Withdrawal): WithdrawalTerms {
  const { account_safety: safety } = before;
  const terms = { ...before, account_safety: safety && { ...safety, has_withdrawn: true } };
  if (repaid === undefined) return terms;
  const debt = parseMoney(terms.debt ?? '0') - parseMoney(repaid);
  return { ...terms, debt: formatMoney(debt > 0n ? debt : 0n) };
}

/** The corrections behind a debt: the newest that were taken, until they add up to it. */
export function correctionsBehindDebt<
  Entry extends { direction: 'given' | 'taken'; amount: string },
>(debt: string, entries: readonly Entry[]): Entry[] {
  let left = parseMoney(debt);
  return entries.filter(({ direction, amount }) => {
    if (direction === 'given' || left <= 0n) return false;
    left -= parseMoney(amount);
    return true;
  });
}
