import { compareMoney, formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { toPaid } from '../../contract/pay.ts';
import type {
  Requirement,
  Withdrawal,
  WithdrawalStep,
  WithdrawInfo,
} from '../../contract/shapes.ts';
import type { Permission } from '../push/model.ts';

/** What decides, with the permission for notifications, whether and how much can be withdrawn. */
export interface WithdrawalTerms {
  balance: string;
  local_amount: string;
  local_currency: string;
  min_amount: string;
  notification_required: boolean;
  requirements: Requirement[];
  /** whether the e-mail is confirmed; not given where that is no condition */
  email_confirmed?: boolean | undefined;
  pending: Withdrawal | null;
  /** the debt, which later rewards repay first; older servers do not send it */
  debt?: string | undefined;
  /** hours that it waits: the first to an account that is easy to get, or that was changed; 0: none */
  hold_hours?: number | undefined;
  /** the same in days, for older servers */
  hold_days?: number | undefined;
  /** the currency of all amounts; older servers do not send it */
  currency?: string | undefined;
  /** how the method pays in a currency of its own; null: it pays amounts as they are */
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
  /** null: it pays nothing for now */
  rate: string | null;
  rounding: string;
}

/** What arrives for an amount, in the method's currency. */
export interface Arrival {
  currency: string;
  amount: string;
  rate: string;
}

/** @returns null where the amount arrives as it is, undefined where the server does not say */
export function arrivalOf(amount: string, pay: WithdrawalTerms['pay']): Arrival | null | undefined {
  if (!pay) return pay;
  const { currency, rate, rounding } = pay;
  if (rate === null) return null;
  return { currency, rate, amount: toPaid(parseMoney(amount), { rate, rounding }) };
}

/** Where a withdrawal stands: its step, and whether its own person has ended it. */
export type Standing = WithdrawalStep | 'cancelled';

/** How a withdrawal ends; of all but `paid` the amount is back. */
export type Ending = Exclude<Standing, 'pending' | 'in_review' | 'processing'>;

/** The step of a withdrawal; older servers know three steps. */
export const standingOf = ({ step, status, cancelled }: Withdrawal): Standing =>
  cancelled ? 'cancelled' : (step ?? status);

/** Nobody has approved it yet: its person may have the amount back. */
export const isCancellable = (withdrawal: Withdrawal): boolean =>
  ['pending', 'in_review'].includes(standingOf(withdrawal));

/** It was sent, and came back: where it went may have been wrong. */
export const isCorrectable = (withdrawal: Withdrawal): boolean =>
  ['failed', 'returned'].includes(standingOf(withdrawal));

/**
 * Whether the money would go elsewhere now than one that came back. Two accounts may look alike, for they are
 * masked: then the version tells.
 * @param before what was set when somebody began to correct it; null: nobody has
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

/** What of the amount comes back into the balance, and what of it settles a debt first. */
export function partsOf({ amount }: Withdrawal, debt: string): { back: string; settled: string } {
  const units = parseMoney(amount);
  const owed = parseMoney(debt);
  const settled = owed < units ? owed : units;
  return { back: formatMoney(units - settled), settled: formatMoney(settled) };
}

/** All of the amount has come back into the balance. */
export const isBack = ({ status, repaid }: Withdrawal): boolean =>
  status === 'rejected' && parseMoney(repaid ?? '0') === 0n;

/** Every step of a withdrawal, the first of them its request. */
export function wayOf({ steps, status, created_at, settled_at }: Withdrawal) {
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
  // less than the method's smallest step
  return /^[0.]+$/.test(arrivalOf(amount, terms.pay)?.amount ?? '1') ? 'belowMinimum' : null;
}

/** The whole balance, as people write it. */
export const withoutZeros = (money: string) =>
  formatMoney(parseMoney(money)).replace(/0+$/, '').replace(/\.$/, '');

/** One thing that the operator asks for before a withdrawal. */
export type Condition =
  | (Requirement & { isMet: boolean })
  | { kind: 'email'; isMet: boolean }
  | { kind: 'notifications'; isMet: boolean };

/** All that is asked for, met or not; a count of none is no condition. */
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

/** The terms after a request was told anew: what came back and repaid a debt is owed no more. */
export function afterTelling(before: WithdrawalTerms, { repaid }: Withdrawal): WithdrawalTerms {
  const { account_safety: safety } = before;
  const terms = { ...before, account_safety: safety && { ...safety, has_withdrawn: true } };
  if (repaid === undefined) return terms;
  const debt = parseMoney(terms.debt ?? '0') - parseMoney(repaid);
  return { ...terms, debt: formatMoney(debt > 0n ? debt : 0n) };
}

/** The newest of what was taken, as far back as it makes up what is owed: those are its reasons. */
export function takenFor<Entry extends { direction: 'given' | 'taken'; amount: string }>(
  debt: string,
  entries: readonly Entry[],
): Entry[] {
  let left = parseMoney(debt);
  return entries.filter(({ direction, amount }) => {
    if (direction === 'given' || left <= 0n) return false;
    left -= parseMoney(amount);
    return true;
  });
}
