import { compareMoney, formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import type {
  Requirement,
  Withdrawal,
  WithdrawalStep,
  WithdrawInfo,
} from '../../contract/shapes.ts';
import type { Permission } from '../push/model.ts';

/** What the server says about the next withdrawal. */
interface WithdrawalConfig {
  balance: string;
  local_amount: string;
  local_currency: string;
  min_amount: string;
  notification_required: boolean;
  requirements: Requirement[];
  pending: Withdrawal | null;
  /** what later rewards repay first; servers of before do not say */
  debt?: string | undefined;
}

/** What decides, with the permission for notifications, whether and how much can be withdrawn. */
export interface WithdrawalTerms {
  config: WithdrawalConfig;
  /** where the money goes; null: nowhere yet */
  info: WithdrawInfo | null;
}

/** How a withdrawal ends; of all but `paid` the amount is back. */
export type Ending = Extract<WithdrawalStep, 'paid' | 'failed' | 'returned' | 'rejected'>;

/** Where a withdrawal stands; servers of before know three steps. */
export const standingOf = ({ step, status }: Withdrawal): WithdrawalStep => step ?? status;

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

export type AmountProblem = 'amountRequired' | 'belowOne' | 'belowMinimum' | 'aboveBalance';

const ONE = '1.0000';

export function problemOfAmount(amount: string, config: WithdrawalConfig): AmountProblem | null {
  if (!MONEY_INPUT.test(amount)) return 'amountRequired';
  if (compareMoney(amount, ONE) < 0) return 'belowOne';
  if (compareMoney(amount, config.min_amount) < 0) return 'belowMinimum';
  return compareMoney(amount, config.balance) > 0 ? 'aboveBalance' : null;
}

/** The zeros of the digits that keyboards type: Arabic, Persian, Indian scripts, Thai, wide ones. */
const ZEROS = [...'٠۰०০੦૦௦౦೦൦๐０'].map((zero) => zero.charCodeAt(0));

const latinDigit = (sign: string) => {
  const values = ZEROS.map((zero) => sign.charCodeAt(0) - zero);
  return String(values.find((value) => value >= 0 && value <= 9) ?? sign);
};

/** What a language writes between thousands, and before what is less than one. */
export interface Signs {
  group: string;
  decimal: string;
}

/** Signs of other keyboards for the same. */
const SAME: Readonly<Record<string, string>> = {
  '、': ',',
  '，': ',',
  '。': '.',
  '．': '.',
  "'": '’',
};

/** Latin digits, and one sign for what means the same. */
const plainOf = (text: string) =>
  text
    .trim()
    .replace(/\p{Nd}/gu, latinDigit)
    .replace(/\s/g, ' ')
    .replace(/[、，。．']/g, (sign) => SAME[sign] ?? sign);

/** Thousands: three digits, or two where lakhs are counted, and always the same sign. */
const WHOLE = /^(?:\d+|\d{1,3}([.,٬’ ])(?:\d{2,3}\1)*\d{3})$/;

/** It may be a thousand times another: only the language tells which. */
const EITHER = /^[1-9]\d{0,2}[.,٫]\d{3}$/;

/** The sign before what is less than one: none where all part thousands; null: nobody can tell. */
function decimalIn(plain: string, { decimal, group }: Signs): string | null {
  const signs = plain.replace(/[^.,٫]/g, '');
  const last = signs.slice(-1);
  if (signs.indexOf(last) < signs.length - 1) return '';
  if (!EITHER.test(plain) || last === plainOf(decimal)) return last;
  return last === plainOf(group) ? '' : null;
}

/**
 * What people type, in whichever digits and signs; half the world types a comma for the point.
 * @returns nothing for what is no amount, or could be two
 */
export function amountOfText(text: string, signs: Signs): string {
  const plain = plainOf(text);
  const decimal = decimalIn(plain, signs);
  if (decimal === null) return '';
  const at = decimal === '' ? plain.length : plain.lastIndexOf(decimal);
  const whole = plain.slice(0, at);
  if (!WHOLE.test(whole)) return '';
  const fraction = plain.slice(at + 1);
  return whole.replace(/\D/g, '') + (decimal && `.${fraction}`);
}

/** The whole balance, as people write it. */
export const withoutZeros = (money: string) =>
  formatMoney(parseMoney(money)).replace(/0+$/, '').replace(/\.$/, '');

/** One thing that the operator asks for before a withdrawal. */
export type Condition =
  | (Requirement & { isMet: boolean })
  | { kind: 'notifications'; isMet: boolean };

/** All that is asked for, met or not; a count of none is no condition. */
export function conditionsOf({ config }: WithdrawalTerms, permission: Permission): Condition[] {
  const counts = config.requirements
    .filter(({ required }) => required > 0)
    .map((each) => ({ ...each, isMet: each.current >= each.required }));
  if (!config.notification_required) return counts;
  return [...counts, { kind: 'notifications', isMet: permission === 'granted' }];
}

/** The terms after a request was told anew: what came back and repaid a debt is owed no more. */
export function afterTelling(terms: WithdrawalTerms, { repaid }: Withdrawal): WithdrawalTerms {
  if (repaid === undefined) return terms;
  const debt = parseMoney(terms.config.debt ?? '0') - parseMoney(repaid);
  return { ...terms, config: { ...terms.config, debt: formatMoney(debt > 0n ? debt : 0n) } };
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
