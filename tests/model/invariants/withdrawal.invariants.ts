import { withdrawing } from '../models.money.ts';
import {
  cancelled,
  faulted,
  inShillings,
  offline,
  refused,
  withdrawal as request,
  terms,
  withdrawalAt,
} from '../samples.ts';
import { isVisibleIn } from './attention.ts';
import { cancellationInvariants } from './cancellation.invariants.ts';
import { type Invariants, invariant, type Run } from './invariant.ts';
import { resending, resendingInvariants } from './resending.invariants.ts';
import {
  arrivalInvariants,
  offered,
  payeeInvariants,
  permissionInvariants,
  repriced,
  requestInvariants,
} from './withdrawal.parts.ts';

const sent = (run: Run) => run.began('submitWithdrawal').map(({ input }) => input);
/** A person who may withdraw and does so, with a server that answers or not. */
const eager = {
  ...withdrawing,
  events: withdrawing.events.filter(
    (event) => !('text' in event) || event.text === '7,5' || event.text === '21',
  ),
  outcomes: {
    ...withdrawing.outcomes,
    loadTerms: {
      done: [terms(), inShillings('129.5'), inShillings('130')],
      error: [offline, faulted],
    },
    submitWithdrawal: {
      done: [{ withdrawal: request('pending'), balance: '13.0000' }],
      error: [refused('pending_exists'), refused('wdinfo_changed'), refused('pay_changed')].concat([
        faulted,
        offline,
      ]),
    },
  },
};

/** A person with a pending request, until its end. */
const settling = {
  ...withdrawing,
  events: [{ type: 'done.pressed' }, { type: 'data.outdated' }],
  outcomes: {
    loadTerms: { done: [terms({ pending: request('pending') })] },
    checkWithdrawal: { done: (['paid', 'rejected', 'returned'] as const).map(withdrawalAt) },
  },
};

/** A person who cancels a request, with a server that answers or not. */
const cancelling = {
  ...withdrawing,
  events: [
    ...(['pressed', 'confirmed', 'left'] as const).map((how) => ({ type: `cancellation.${how}` })),
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: {
    loadTerms: { done: [terms({ pending: request('pending') })] },
    checkWithdrawal: { done: [withdrawalAt('in_review'), withdrawalAt('processing')] },
    cancelWithdrawal: {
      done: [{ withdrawal: cancelled, balance: '20.5000' }],
      error: [refused('not_cancellable'), offline],
    },
  },
};

/** The problem of each amount, for the balance and the minimum of the samples. */
const problems: Record<string, string | null> = {
  '': 'amountRequired',
  '0.5': 'belowOne',
  '1.5': 'belowMinimum',
  '4': 'belowMinimum',
  '21': 'aboveBalance',
  '7.5': null,
  '20.5': null,
};

export const withdrawal: Invariants = {
  runs: [eager, repriced, settling, cancelling, resending],
  lasts: {
    'pending.waiting': 10_000,
  },
  calm: ['pending.waiting', 'pending.checking'],
  invariants: [
    invariant(
      'only the confirmed amount is sent, and only by a press',
      (run) => run.begins('submitWithdrawal').length > 0,
      (run) =>
        run.on('confirm.pressed') &&
        run.begins('submitWithdrawal').every(({ input }) => {
          const { amount } = input as { amount: string };
          return amount === offered(run) && problems[amount] === null;
        }),
    ),
    invariant(
      'after a failure without an answer the same amount can be confirmed again',
      (run) => run.loses('submitWithdrawal') && run.event.error.kind !== 'refused',
      (run) =>
        run.is('confirming') &&
        run.context.amount === run.known.amount &&
        run.context.attempt === run.known.attempt &&
        run.tells('withdrawal.failed').length === 1 &&
        run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'all attempts of one confirmation have the same key, another confirmation has another key',
      (run) => run.begins('submitWithdrawal').length > 0 && sent(run).length > 1,
      (run) => {
        const [before, now] = sent(run).slice(-2) as { key: string; amount: string }[];
        const last = run.past.findLastIndex(({ began }) =>
          began.some(({ src }) => src === 'submitWithdrawal'),
        );
        const isAnother = run.moments
          .slice(last + 1)
          .some(
            ({ after, before }) =>
              after.value === 'confirming' &&
              before?.value !== 'confirming' &&
              before?.value !== 'submitting',
          );
        return (before?.key === now?.key) === !isAnother;
      },
    ),
    invariant(
      'no confirmation opens with a pending withdrawal, without an account, or with unmet conditions',
      (run) => run.hasEntered('confirming'),
      (run) => {
        if (run.was('submitting')) return true;
        const { requirements, notification_required } = run.context.terms;
        const isMet = requirements.every(
          ({ current, required }: Record<string, number>) => (current ?? 0) >= (required ?? 0),
        );
        const mayNotify = !notification_required || run.context.permission === 'granted';
        return run.event.payee !== null && isMet && mayNotify && run.context.withdrawal === null;
      },
    ),
    invariant(
      'an amount that cannot be withdrawn shows its problem',
      (run) => run.on('withdraw.pressed') && run.was('editing'),
      (run) => {
        const problem = problems[run.known.amount];
        return problem === null && run.event.payee !== null
          ? run.is('confirming')
          : run.is('editing') && run.context.problem === problem;
      },
    ),
    invariant(
      'the typed amount is stored, with comma or point, and clears the last problem',
      (run) => run.on('amount.changed') && run.was('editing', 'loading'),
      (run) =>
        run.context.amount === run.event.text.replace(',', '.') &&
        run.context.problem === null &&
        run.context.failure === null,
    ),
    invariant(
      'another language does not change a typed amount',
      (run) => run.on('signs.changed') && run.known.amount !== '',
      (run) => run.context.amount === run.known.amount && run.context.signs === run.event.signs,
    ),
    invariant(
      'a press on All sets the whole balance',
      (run) => run.on('all.pressed') && run.was('editing'),
      (run) => run.context.amount === '20.5' && run.context.problem === null,
    ),
    invariant(
      'loaded terms lead to the pending withdrawal, the first block reason, or the form',
      (run) => run.gets('loadTerms') && run.was('loading'),
      (run) => {
        const config = run.event.output;
        const [told] = run.tells('withdrawal.loaded');
        if (told?.balance !== config.balance) return false;
        const isUnmet =
          config.email_confirmed === false ||
          config.requirements.some(
            ({ current, required }: Record<string, number>) => (current ?? 0) < (required ?? 0),
          );
        const isOff = config.notification_required && run.context.permission !== 'granted';
        if (run.known.isOutdated && run.known.isVisible) return run.is('loading', 'pending');
        if (config.pending) return run.is('pending') && run.context.withdrawal === config.pending;
        if (isUnmet) return run.is('blocked.unmet');
        return run.is(isOff ? 'blocked.notificationsOff' : 'editing');
      },
    ),
    ...requestInvariants,
    ...cancellationInvariants,
    ...resendingInvariants,
    ...payeeInvariants,
    ...permissionInvariants,
    ...arrivalInvariants,
    invariant(
      'leaving the confirmation sends nothing; after a failure the terms are loaded first',
      (run) => run.was('confirming') && run.on('cancel.pressed'),
      (run) =>
        run.begins('submitWithdrawal').length === 0 &&
        run.is(
          run.known.failure === null && !(run.known.isOutdated && isVisibleIn(run))
            ? 'editing'
            : 'loading',
        ),
    ),
    invariant(
      'outdated terms are loaded again as soon as the screen is visible',
      (run) =>
        run.on('data.outdated', 'visibility.changed') &&
        run.was('editing', 'blocked', 'failed', 'pending.waiting'),
      (run) => {
        const isOld = run.on('data.outdated') || run.known.isOutdated;
        if (!isOld || !isVisibleIn(run)) return !run.is('loading');
        return (
          run.is('loading', 'pending.checking') &&
          run.context.isOutdated === false &&
          !(run.was('failed') && run.context.failure)
        );
      },
    ),
    invariant(
      'a failed load of the terms is reported unless the device is offline, and can be retried',
      (run) =>
        (run.loses('loadTerms') && !run.was('repricing', 'resending')) ||
        (run.was('failed') && run.on('retry.pressed')),
      (run) =>
        run.on('retry.pressed')
          ? run.is('loading') && run.context.failure === null
          : (run.is('failed') || run.known.isOutdated) &&
            run.tells('withdrawal.failed')[0]?.failure.kind ===
              (run.event.error.kind === 'offline' ? undefined : run.event.error.kind),
    ),
    invariant(
      'a press on check loads the terms again',
      (run) => run.on('check.pressed') && run.was('blocked'),
      (run) => run.is('loading'),
    ),
  ],
};
