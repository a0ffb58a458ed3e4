import { isVisibleIn, shows } from './attention.ts';
import { type Law, law } from './law.ts';

interface Told {
  step?: string;
  status: string;
  cancelled?: boolean;
}

/** Where a withdrawal stands, by the server's word for it. */
const endOf = ({ step, status }: Told) => {
  const standing = step ?? status;
  if (standing === 'paid') return 'paid';
  return ['failed', 'returned', 'rejected'].includes(standing) ? 'givenBack' : 'pending.waiting';
};

/** A request that was taken: how it is waited for, and how it ends. */
export const requestLaws: readonly Law[] = [
  law(
    'what the server took is told with the new balance, and waited for',
    (run) => run.gets('submitWithdrawal'),
    (run) =>
      run.is('pending') &&
      run.tells('withdrawal.submitted')[0]?.balance === run.event.output.balance &&
      run.context.withdrawal === run.event.output.withdrawal &&
      run.context.amount === '',
  ),
  law(
    'a refusal is said, and what stands in the way is asked for anew',
    (run) => run.loses('submitWithdrawal') && run.event.error.kind === 'refused',
    (run) => run.is('loading') && run.tells('withdrawal.failed')[0]?.failure === run.event.error,
  ),
  law(
    'a withdrawal ends as the server says, and that is told once',
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
  law(
    'a look that fails changes nothing that is shown',
    (run) => run.loses('checkWithdrawal') || run.waitedOut('pending.checking'),
    (run) => {
      const seen = run.known.isOutdated ? 'pending.checking' : 'pending.waiting';
      return (
        run.is(isVisibleIn(run) ? seen : 'pending.hidden') &&
        run.context.withdrawal === run.known.withdrawal &&
        run.now.told.length === 0
      );
    },
  ),
  law(
    'the server is asked about a request only while somebody looks, and about this one',
    (run) => run.begins('checkWithdrawal').length > 0,
    (run) =>
      isVisibleIn(run) &&
      run.begins('checkWithdrawal').every(({ input }) => (input as { id: number }).id === 11),
  ),
  law(
    'whoever looks again at a request has it asked for',
    (run) => run.was('pending.hidden') && shows(run),
    (run) => run.is('pending.checking'),
  ),
];

/** Whose account it is that the money goes to. */
export const payeeLaws: readonly Law[] = [
  law(
    'the money is to go where it was shown to go at the press',
    (run) => run.comesTo('confirming') && !run.was('submitting'),
    (run) => run.context.payee !== null && run.context.payee === run.event.payee,
  ),
  law(
    'what is sent says where the money was shown to go, however often it is sent',
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
