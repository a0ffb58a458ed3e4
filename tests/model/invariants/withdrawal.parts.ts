import { withdrawing } from '../models.money.ts';
import { inShillings, offline, refused } from '../samples.ts';
import { isVisibleIn, shows } from './attention.ts';
import { type Invariant, invariant, type Run } from './invariant.ts';

interface Told {
  step?: string;
  status: string;
  cancelled?: boolean;
}

/** Returns the machine's state after an answer with this step or status. */
const endOf = ({ step, status }: Told) => {
  const standing = step ?? status;
  if (standing === 'paid') return 'paid';
  return ['failed', 'returned', 'rejected'].includes(standing) ? 'givenBack' : 'pending.waiting';
};

/** Returns the amount in the confirmation that the person saw at the press. */
export const offered = (run: Run) =>
  run.moments.findLast(
    ({ after, before }) => after.value === 'confirming' && before?.value !== 'confirming',
  )?.after.context.amount;

/** Invariants of a request: its answer, its checks and its end. */
export const requestInvariants: readonly Invariant[] = [
  invariant(
    'leaving the page before the e-mail is confirmed makes the terms outdated',
    (run) =>
      run.was('blocked.unmet') &&
      run.on('visibility.changed') &&
      run.known.terms.email_confirmed === false &&
      !run.event.isVisible,
    (run) => run.is('blocked.unmet') && run.context.isOutdated,
  ),
  invariant(
    'a submitted withdrawal is sent to the root with the new balance, and is pending',
    (run) => run.gets('submitWithdrawal'),
    (run) =>
      run.is('pending') &&
      run.tells('withdrawal.submitted')[0]?.balance === run.event.output.balance &&
      run.context.withdrawal === run.event.output.withdrawal &&
      run.context.amount === '',
  ),
  invariant(
    'a refusal is reported, and the terms are loaded again',
    (run) => run.loses('submitWithdrawal') && run.event.error.kind === 'refused',
    (run) =>
      run.is(run.event.error.reason === 'pay_changed' ? 'repricing' : 'loading') &&
      run.begins('loadTerms').length === 1 &&
      run.tells('withdrawal.failed')[0]?.failure === run.event.error,
  ),
  invariant(
    'a withdrawal ends as the server says, and the end is sent once',
    (run) => run.gets('checkWithdrawal'),
    (run) => {
      const end = endOf(run.event.output);
      const told = run.tells('withdrawal.settled');
      const { step, status, cancelled } = run.event.output;
      if (end === 'pending.waiting')
        return (
          run.is('pending') && told.length === 0 && run.context.withdrawal === run.event.output
        );
      return (
        run.is(end) &&
        told.length === 1 &&
        told[0]?.ending === (cancelled ? 'cancelled' : (step ?? status)) &&
        told[0]?.balance === undefined &&
        run.context.withdrawal === run.event.output
      );
    },
  ),
  invariant(
    'a failed check keeps the withdrawal that is shown',
    (run) => run.loses('checkWithdrawal') || run.delayEnded('pending.checking'),
    (run) => {
      const seen = run.known.isOutdated ? 'pending.checking' : 'pending.waiting';
      return (
        run.is(isVisibleIn(run) ? seen : 'pending.hidden') &&
        run.context.withdrawal === run.known.withdrawal &&
        run.now.told.length === 0
      );
    },
  ),
  invariant(
    'only the shown withdrawal is checked, and only while the screen is visible',
    (run) => run.begins('checkWithdrawal').length > 0,
    (run) =>
      isVisibleIn(run) &&
      run.begins('checkWithdrawal').every(({ input }) => (input as { id: number }).id === 11),
  ),
  invariant(
    'an ended withdrawal stays until a press on Done, then the next one can begin',
    (run) => run.was('paid', 'givenBack'),
    (run) =>
      run.on('done.pressed')
        ? run.is('loading') && run.context.withdrawal === null
        : run.is('paid', 'givenBack', 'resending'),
  ),
  invariant(
    'a screen that becomes visible checks the pending withdrawal',
    (run) => run.was('pending.hidden') && shows(run),
    (run) => run.is('pending.checking'),
  ),
];

/** Invariants of the payout account. */
export const payeeInvariants: readonly Invariant[] = [
  invariant(
    'the account in the confirmation is the one that was shown at the press',
    (run) => run.hasEntered('confirming') && !run.was('submitting', 'repricing', 'resending'),
    (run) => run.context.payee !== null && run.context.payee === run.event.payee,
  ),
  invariant(
    'each attempt is sent with the account that the confirmation showed',
    (run) => run.begins('submitWithdrawal').length > 0,
    (run) => {
      const shown = run.moments.findLast(
        ({ after, before }) =>
          after.value === 'confirming' &&
          before?.value !== 'confirming' &&
          before?.value !== 'submitting',
      );
      const { payee } = run.given<{ payee: unknown }>('submitWithdrawal');
      return payee === shown?.after.context.payee;
    },
  ),
];

/** A person who is paid in shillings, with an exchange rate that changes. */
export const repriced = {
  ...withdrawing,
  events: [
    { type: 'amount.changed', text: '7,5' },
    { type: 'withdraw.pressed' },
    { type: 'confirm.pressed' },
  ],
  outcomes: {
    loadTerms: { done: [inShillings('129.5'), inShillings('130')], error: [offline] },
    submitWithdrawal: { error: [refused('pay_changed')] },
  },
};

/** The shillings that arrive for an amount at an exchange rate, rounded down to whole shillings. */
const ARRIVALS: Record<string, Record<string, string>> = {
  '7.5': { '129.5': '971.00', '130': '975.00' },
  '20.5': { '129.5': '2654.00', '130': '2665.00' },
};

const arrivalOf = ({ context: { amount, terms } }: Run) => {
  const rate: string | undefined = terms.pay?.rate;
  return rate && { currency: 'KES', rate, amount: ARRIVALS[amount]?.[rate] };
};

const isSameWithNewKey = (run: Run): boolean =>
  run.is('confirming') &&
  run.context.amount === run.known.amount &&
  run.context.payee === run.known.payee &&
  run.context.attempt === run.known.attempt + 1;

/** Invariants of the arriving amount in the method's currency. */
export const arrivalInvariants: readonly Invariant[] = [
  invariant(
    'the arriving amount is computed from the newest terms',
    (run) => run.hasEntered('confirming') && !run.was('submitting'),
    (run) => JSON.stringify(run.context.arrival ?? '') === JSON.stringify(arrivalOf(run) ?? ''),
  ),
  invariant(
    'each attempt is sent with the arriving amount that the confirmation showed',
    (run) => run.begins('submitWithdrawal').length > 0,
    (run) => {
      const { arrival } = run.given<{ arrival: unknown }>('submitWithdrawal');
      return arrival === run.known.arrival;
    },
  ),
  invariant(
    'if the rate has changed, the same amount is offered again with a new key',
    (run) => run.was('repricing') && run.gets('loadTerms'),
    (run) => {
      const { requirements, notification_required, pending, email_confirmed } = run.event.output;
      const isMet = requirements.every(
        ({ current, required }: Record<string, number>) => (current ?? 0) >= (required ?? 0),
      );
      const mayNotify = !notification_required || run.context.permission === 'granted';
      if (!isMet || !mayNotify || pending || email_confirmed === false)
        return !run.is('confirming');
      return isSameWithNewKey(run) && run.context.failure.reason === 'pay_changed';
    },
  ),
  invariant(
    'a failed load of the new rate is reported, and the amount can be sent again',
    (run) => run.was('repricing') && run.loses('loadTerms'),
    (run) =>
      isSameWithNewKey(run) &&
      run.context.failure === run.event.error &&
      run.tells('withdrawal.failed')[0]?.failure === run.event.error,
  ),
];

/** Invariants of the permission to send notifications, which a withdrawal may require. */
export const permissionInvariants: readonly Invariant[] = [
  invariant(
    'a changed permission blocks or opens the form at once',
    (run) => run.on('permission.changed') && run.was('editing', 'blocked.notificationsOff'),
    (run) => {
      const isOff = run.context.terms.notification_required && run.event.permission !== 'granted';
      return (
        run.context.permission === run.event.permission &&
        run.is(isOff ? 'blocked.notificationsOff' : 'editing')
      );
    },
  ),
];
