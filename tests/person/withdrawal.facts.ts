import type { AnyMachineSnapshot } from 'xstate';
import type { Withdrawal, WithdrawInfo } from '../../contract/shapes.ts';
import type { AnyWorld } from './driver.ts';
import { answers, CONTACT, covered, payee, request, user } from './facts.ts';

export interface World extends AnyWorld {
  /** what stands in the field */
  typed: string;
  /** what is wrong with it, or what became of the last request, in words */
  error: string;
  /** what the dialog asks about */
  amount: string;
  balance: string;
  /** as the server has last told it */
  request: Withdrawal | null;
  /** as the server has them */
  history: Withdrawal[];
  /** as it has last listed them */
  listed: Withdrawal[];
  /** where the money goes, as the server has it */
  payee: WithdrawInfo | null;
  /** as the dialog shows it */
  shown: WithdrawInfo | null;
  /** shillings for one dollar, as the screen was last told; null: it pays amounts as they are */
  rate: string | null;
  /** the same as the dialog shows it */
  shownRate: string | null;
  /** the terms are asked for anew, because of the rate */
  isRepriced: boolean;
  /** the same for what came back and is to be sent again */
  isResent: boolean;
  conditions: ((snapshot: AnyMachineSnapshot) => string | null) | null;
  isAway: boolean;
  /** what stood there last: it stays while the terms are asked for anew */
  last: Record<string, string | null>;
  /** the key of the amount that is asked for, once it was; another amount has another one */
  key: string | null;
  usedKeys: string[];
}

export const isSeen = ({ context }: AnyMachineSnapshot) => context.isVisible as boolean;

export const isResending = (snapshot: AnyMachineSnapshot) => snapshot.matches('resending');

export const isRepricing = (snapshot: AnyMachineSnapshot) => snapshot.matches('repricing');

const at = '2026-03-14T22:20:00.000Z';
const asked = { step: 'pending', at: '2026-03-14T11:52:00.000Z' } as const;
const back = (step: 'rejected' | 'failed' | 'returned', reason: string) =>
  request({ status: 'rejected', step, reason, settled_at: at, steps: [asked, { step, at }] });
const onItsWay = (step: 'in_review' | 'processing') =>
  request({ step, steps: [asked, { step, at }] });

/** The one request, wherever it may stand. */
export const requests = {
  pending: request(),
  in_review: { ...onItsWay('in_review'), review_due_at: '2026-03-19T12:30:00.000Z' },
  processing: onItsWay('processing'),
  paid: request({
    status: 'paid',
    step: 'paid',
    settled_at: at,
    steps: [asked, { step: 'paid', at }],
  }),
  rejected: back('rejected', 'The name does not match'),
  failed: back('failed', 'The account is closed'),
  returned: back('returned', 'The bank sent it back'),
  cancelled: { ...back('rejected', 'Cancelled'), cancelled: true },
} satisfies Record<string, Withdrawal>;
export type Standing = keyof typeof requests;

/** Earlier ones, each with figures of its own. */
const earlier = [
  request({
    id: 61,
    amount: '8.1400',
    account: 'ma*********.org',
    status: 'paid',
    created_at: '2026-02-03T01:10:00.000Z',
    settled_at: '2026-02-05T10:00:00.000Z',
  }),
  request({
    id: 52,
    amount: '6.6600',
    account: 'ma********.com',
    status: 'rejected',
    reason: 'Not your account',
    created_at: '2026-01-16T12:00:00.000Z',
    settled_at: '2026-01-18T10:00:00.000Z',
  }),
];

/** What each balance is worth, as the server says. */
const locals: Record<string, string> = { '37.4100': '34.19', '25.0600': '22.90' };

/** What somebody else has set meanwhile. */
export const otherPayee: WithdrawInfo = {
  ...payee,
  recipient_name: 'Evangelista Moriarty',
  account: 'ev**********.com',
};

export const begin = (first: WithdrawInfo | null) => (): World => {
  const world: World = {
    answers: answers({
      updateWdinfo: () => {
        world.payee = otherPayee;
        return { list: [otherPayee] };
      },
      wdinfo: () => ({ list: world.payee ? [world.payee] : [] }),
      info: () => ({
        userInfo: { ...user, balance: world.balance, local_amount: locals[world.balance] ?? '0' },
      }),
      withdrawals: () => {
        world.listed = [...world.history];
        return { list: world.listed, page: 1, limit: 20, total: world.listed.length };
      },
    }),
    typed: '',
    error: '',
    amount: '',
    balance: user.balance,
    request: null,
    history: earlier,
    listed: [],
    payee: first,
    shown: null,
    rate: null,
    shownRate: null,
    isRepriced: false,
    isResent: false,
    conditions: null,
    isAway: false,
    last: {},
    key: null,
    usedKeys: [],
  };
  return world;
};

const titles: Record<Standing, string> = {
  pending: 'Your withdrawal is in process',
  in_review: 'Your withdrawal is in review',
  processing: 'Your withdrawal is on its way',
  paid: 'Your withdrawal was paid',
  failed: 'Your withdrawal failed',
  returned: 'Your withdrawal was returned',
  rejected: 'Your withdrawal was rejected',
  cancelled: 'Your withdrawal was cancelled',
};
// in St. John's, two and a half hours behind UTC
const REQUESTED = 'Requested Mar 14, 2026, 9:22 AM';
const THEN = 'Mar 14, 2026, 7:50 PM';
const ways: Record<Standing, string> = {
  pending: 'In process Takes 1 to 6 working days Paid',
  in_review: `In review ${THEN} Paid We look at this request before it is paid. It will be decided by March 19, 2026. ${CONTACT}`,
  processing: `On its way ${THEN} Paid`,
  paid: `Paid ${THEN}`,
  failed: 'Failed The account is closed',
  returned: 'Returned The bank sent it back',
  rejected: 'Rejected The name does not match',
  cancelled: `Cancelled by you ${THEN}`,
};
const SUMMARY = `Amount 12.35 ≈ €11.28 Method PayPal Account ${covered(payee.account)} Recipient name ${payee.recipient_name}`;

const standingOf = ({ step, status, cancelled }: Withdrawal) =>
  (cancelled ? 'cancelled' : (step ?? status)) as Standing;

export const isCameBack = (standing: Standing) => standing === 'failed' || standing === 'returned';

const CORRECT =
  'Once your withdrawal info is corrected, you can send the amount again. Correct withdrawal info';

/** What can be done about it, and what it has brought. */
function endOf(standing: Standing, payeeNow: WithdrawInfo | null, busy: string): string {
  if (standing === 'pending' || standing === 'in_review') return ' Cancel withdrawal';
  if (standing === 'processing') return '';
  if (standing === 'paid') return ' Done';
  const asked = standing === 'cancelled' ? '' : ` ${CONTACT}`;
  const again = isCameBack(standing)
    ? ` ${payeeNow === payee ? CORRECT : `Send again${busy}`}`
    : '';
  return ` The amount is back in your balance.${asked}${again} Done`;
}

/** The card of the request that is in process, or has ended. */
export function requestCard({ request: told, payee: now }: World, busy = ''): string | null {
  if (!told) return null;
  const standing = standingOf(told);
  return `${titles[standing]} ${REQUESTED} ${ways[standing]} ${SUMMARY}${endOf(standing, now, busy)}`;
}

const short: Record<Standing, string> = {
  pending: 'In process',
  in_review: 'In review',
  processing: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  returned: 'Returned',
  rejected: 'Rejected',
  cancelled: 'Cancelled by you',
};
const days: Record<number, string> = { 77: 'Mar 14, 2026', 61: 'Feb 2, 2026', 52: 'Jan 16, 2026' };

/** The list of all of them as it was told, but for what is known better. */
export const historyOf = ({ request: told, listed }: World, isFree = false) =>
  listed
    .map((each) => (each.id === told?.id ? told : each))
    .map((each, index) => {
      const isLast = isFree && index === 0 && isCameBack(standingOf(each));
      const why = each.reason && !each.cancelled ? ` · ${each.reason}` : '';
      const amount = each.amount.replace(/00$/, '');
      return `PayPal ${covered(each.account)} ${days[each.id]}${why}${isLast ? ' Correct and send again' : ''} ${amount} ${short[standingOf(each)]}`;
    })
    .join(' / ');

/** The server knows of it from now on. */
export function tell(world: World, told: Withdrawal | null): void {
  world.request = told;
  if (told) world.history = [told, ...world.history.filter(({ id }) => id !== told.id)];
}

export const purseOf = ({ balance }: World) =>
  `Available balance ${balance.replace(/00$/, '')} ≈ €${locals[balance]}`;

/** Whole shillings for what the dialog asks about. */
export const paidOf = ({ amount, shownRate }: World): string | null =>
  shownRate && Math.floor(Number(amount) * Number(shownRate)).toFixed(2);

/** What is typed, with a point. */
export const amountOf = ({ typed }: World) => typed.replace(',', '.');

/** What the form makes of an amount, by what is written in the specification. */
export function problemOf(world: World): string {
  const amount = amountOf(world);
  if (!/^\d+(\.\d{1,4})?$/.test(amount)) return 'Enter an amount, such as 12.50.';
  if (Number(amount) < 1) return 'The amount cannot be less than 1.';
  if (Number(amount) < 5.25) return 'The amount is below the minimum.';
  return Number(amount) > Number(world.balance) ? 'The amount cannot exceed your balance.' : '';
}

/** Somebody whose newest one has failed on another day. */
export const beginFailed = (): World => {
  const world = begin(payee)();
  return Object.assign(world, { history: [requests.failed, ...world.history] });
};
