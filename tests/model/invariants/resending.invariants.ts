import { withdrawing } from '../models.money.ts';
import { faulted, info, offline, otherInfo, terms, withdrawal, withdrawalAt } from '../samples.ts';
import { type Invariant, invariant, type Run } from './invariant.ts';

/** A member whose amount came back, who may correct the account, and sends it again. */
export const resending = {
  ...withdrawing,
  events: [
    { type: 'ended.opened', withdrawal: withdrawalAt('failed') },
    { type: 'ended.opened', withdrawal: withdrawalAt('returned') },
    ...[{ ...info, version: 'a' }, { ...info, version: 'b' }, otherInfo].flatMap((payee) => [
      { type: 'correction.pressed', payee },
      { type: 'again.pressed', payee },
    ]),
    { type: 'confirm.pressed' },
    { type: 'cancel.pressed' },
    { type: 'done.pressed' },
  ],
  outcomes: {
    loadTerms: {
      done: [terms(), terms({ balance: '6.0000' }), terms({ email_confirmed: false })],
      error: [offline, faulted],
    },
    submitWithdrawal: { done: [{ withdrawal: withdrawal('pending'), balance: '13.0000' }] },
    checkWithdrawal: { done: [withdrawalAt('failed')] },
  },
};

/** The payout failed or was returned. */
const cameBack = ({ step }: { step?: string }) => step === 'failed' || step === 'returned';

/**
 * Would the money go to another account? Either the visible accounts differ, or the person began to
 * correct another version.
 */
function isElsewhere(run: Run): boolean {
  const { withdrawal: ended, faulty } = run.known;
  const { payee } = run.event;
  if (payee === null || !cameBack(ended)) return false;
  const isSeen = payee.recipient_name !== 'Ada' || payee.account !== ended.account;
  return isSeen || (faulty !== null && faulty.version !== payee.version);
}

/** Invariants of correcting a failed withdrawal and sending it again. */
export const resendingInvariants: readonly Invariant[] = [
  invariant(
    'only a failed or returned withdrawal is opened again, and is the one shown',
    (run) => run.on('ended.opened') && run.was('editing', 'blocked', 'loading'),
    (run) =>
      run.is('givenBack') === cameBack(run.event.withdrawal) &&
      (!run.is('givenBack') || run.context.withdrawal === run.event.withdrawal),
  ),
  invariant(
    'a returned amount is sent again only to another account, after the terms were loaded again',
    (run) => run.on('again.pressed') && run.was('givenBack'),
    (run) =>
      run.is('resending') === isElsewhere(run) &&
      run.begins('loadTerms').length === (isElsewhere(run) ? 1 : 0) &&
      run.begins('submitWithdrawal').length === 0,
  ),
  invariant(
    'the faulty account of the withdrawal is stored when its correction begins',
    (run) => run.on('correction.pressed') && run.was('givenBack'),
    (run) =>
      run.is('givenBack') &&
      run.context.faulty === (cameBack(run.known.withdrawal) ? run.event.payee : run.known.faulty),
  ),
  invariant(
    'the same amount is offered with a new key if the terms allow it, else the problem is shown',
    (run) => run.was('resending') && run.gets('loadTerms'),
    (run) => {
      const { balance, min_amount, requirements, pending, email_confirmed } = run.event.output;
      const { amount } = run.known;
      const isMet = requirements.every(
        ({ current, required }: Record<string, number>) => (current ?? 0) >= (required ?? 0),
      );
      const { notification_required } = run.event.output;
      const mayNotify = !notification_required || run.context.permission === 'granted';
      if (pending) return run.is('pending');
      if (!isMet || email_confirmed === false || !mayNotify) return run.is('blocked', 'loading');
      if (run.context.amount !== amount) return false;
      if (Number(amount) > Number(balance))
        return run.is('editing', 'loading') && run.context.problem === 'aboveBalance';
      if (Number(amount) < Number(min_amount))
        return run.is('editing', 'loading') && run.context.problem === 'belowMinimum';
      return run.is('confirming') && run.context.attempt === run.known.attempt + 1;
    },
  ),
  invariant(
    'the returned amount goes to the account that was shown at the press',
    (run) => run.hasEntered('confirming') && run.was('resending'),
    (run) => {
      const pressed = run.moments.findLast(
        ({ event, before }) => event.type === 'again.pressed' && before?.value === 'givenBack',
      );
      const ended = pressed?.before?.context.withdrawal;
      return (
        run.context.payee === pressed?.event.payee &&
        Number(run.context.amount) === Number(ended?.amount)
      );
    },
  ),
  invariant(
    'an answered offer is stored on the device, and not shown again',
    (run) => run.on('offer.answered'),
    (run) =>
      !run.context.openOffers.includes(run.event.offer) && run.does('rememberAnswer').length === 1,
  ),
  invariant(
    'a failed load of the terms is reported, and the amount can be sent again later',
    (run) => run.was('resending') && run.loses('loadTerms'),
    (run) =>
      run.is('givenBack') &&
      run.context.withdrawal === run.known.withdrawal &&
      run.tells('withdrawal.failed')[0]?.failure === run.event.error,
  ),
];
