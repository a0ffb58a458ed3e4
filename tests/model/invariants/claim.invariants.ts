import { claiming } from '../models.watch.ts';
import { answer } from '../samples.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';

const settledStates = ['rewarded', 'alreadyRewarded', 'closed', 'refused'];

/** A backdated claim does not change today's eligibility. */
const paidStates = ({ event, known }: Run) =>
  event.isBackdated ? [known.eligibility] : ['rewarded.shown'];

/** A reward that is earned again and again. */
const earning = {
  ...claiming('open'),
  events: [
    { type: 'claim.earned' },
    { type: 'claim.paused' },
    { type: 'claim.paid', answer },
    { type: 'claim.paid', answer, isBackdated: true },
    { type: 'eligibility.renewed', eligibility: 'open' },
    { type: 'eligibility.renewed', eligibility: 'closed' },
  ],
};

export const claim: Invariants = {
  runs: [earning],
  lasts: { sending: 15_000, 'rewarded.celebrating': 2_500 },
  calm: ['rewarded.celebrating'],
  invariants: [
    invariant(
      'an open claim is made once, for its own call and item',
      (run) => run.on('claim.earned'),
      (run) => {
        const { call, itemId } = run.context.claimable;
        const made = run.tells('claim.made');
        if (!run.was('open')) return made.length === 0;
        return (
          made.length === 1 && made[0]?.claim.call === call && made[0]?.claim.itemId === itemId
        );
      },
    ),
    always('no two claims carry the same id', (run) => {
      const ids = run.told('claim.made').map(({ claim }) => claim.id);
      return new Set(ids).size === ids.length;
    }),
    always(
      'a reward is shown only after the server has paid it',
      (run) => !run.hasEntered('rewarded') || run.on('claim.paid'),
    ),
    invariant(
      'a claim that is paid while sending is celebrated with its amount, and is not reported to the root',
      (run) => run.was('sending') && run.on('claim.paid'),
      (run) =>
        run.is('rewarded.celebrating') &&
        run.context.answer === run.event.answer &&
        run.now.told.length === 0,
    ),
    invariant(
      'the outcome of a queued claim, paid or refused, is sent to the root once',
      (run) => run.was('queued') && run.on('claim.paid', 'claim.refused'),
      (run) => {
        const [told, ...more] = run.tells('claim.paidLate', 'claim.refusedLate');
        const isPaid = run.on('claim.paid');
        return (
          more.length === 0 &&
          told?.type === (isPaid ? 'claim.paidLate' : 'claim.refusedLate') &&
          (isPaid ? told.answer === run.event.answer : told.failure === run.event.failure) &&
          run.is(...(isPaid ? paidStates(run) : settledStates))
        );
      },
    ),
    invariant(
      'a queued claim stores the eligibility of a new day',
      (run) => run.was('queued') && run.on('eligibility.renewed'),
      (run) => run.context.eligibility === run.event.eligibility,
    ),
    invariant(
      'a claim that is sending or queued stays so until an answer',
      (run) => run.was('sending', 'queued') && !run.on('claim.paid', 'claim.refused'),
      (run) => run.is('sending', 'queued'),
    ),
    invariant(
      'a claim that is sending is queued when rewards are paused',
      (run) => run.was('sending') && run.on('claim.paused'),
      (run) => run.is('queued'),
    ),
    invariant(
      'a claim without an answer is queued after a timeout',
      (run) => run.delayEnded('sending'),
      (run) => run.is('queued'),
    ),
    invariant(
      'each reason of a refusal leads to its state',
      (run) => run.was('sending', 'queued') && run.on('claim.refused'),
      (run) => {
        const { kind, reason } = run.event.failure;
        if (reason === 'already_rewarded') return run.is('alreadyRewarded');
        if (reason === 'daily_limit_reached' || kind === 'sessionEnded') return run.is('closed');
        return run.is('refused') && run.context.failure === run.event.failure;
      },
    ),
    invariant(
      'the eligibility sets the state, and the parent is told when it becomes open',
      (run) =>
        run.on('eligibility.known', 'eligibility.renewed') && run.was('unknown', 'open', 'closed'),
      (run) =>
        run.is(run.event.eligibility) &&
        run.sends('claim.opened').length === (run.is('open') ? 1 : 0),
    ),
    invariant(
      'on another day a settled claim gets the new eligibility, and can be earned again',
      (run) => run.was('rewarded', 'alreadyRewarded', 'refused') && run.on('eligibility.renewed'),
      (run) =>
        run.event.eligibility === 'alreadyRewarded'
          ? run.now.after.value === run.now.before?.value
          : run.is(run.event.eligibility) &&
            run.sends('claim.renewed').length === 1 &&
            run.context.answer === null &&
            run.context.failure === null,
    ),
    invariant(
      'a settled claim stays settled when its eligibility is only repeated',
      (run) => run.was('rewarded', 'alreadyRewarded', 'refused') && run.on('eligibility.known'),
      (run) => run.is('rewarded', 'alreadyRewarded', 'refused'),
    ),
    invariant(
      'after the celebration the amount stays visible',
      (run) => run.delayEnded('rewarded.celebrating'),
      (run) => run.is('rewarded.shown') && run.context.answer !== null,
    ),
  ],
};
