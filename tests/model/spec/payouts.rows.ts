import type { AnyMachineSnapshot } from 'xstate';
import {
  type AmountProblem,
  type Ending,
  type Standing,
  standingOf,
} from '../../../machines/withdrawal/rules.ts';
import { amountProblemTexts } from '../../../src/i18n/messages.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import { standingSentences } from '../../../src/screens/withdraw/step-texts.ts';
import type { Row } from './row.ts';

const settled = {
  file: 'tests/browser/withdraw.test.ts',
  title: 'a withdrawal is refused after the balance changed, another is rejected, a third paid',
};
const sent = {
  file: 'tests/browser/payouts.test.ts',
  title:
    'a batch withdrawal is shown as being paid, as failed with its reason, as paid and as returned',
};
const reviewed = {
  file: 'tests/browser/payouts.test.ts',
  title: 'a withdrawal in review shows the deadline of the decision, and the contact',
};

const takenBack = {
  file: 'tests/browser/cancelling.test.ts',
  title: 'by keyboard: a withdrawal is cancelled after a dialog; its amount is returned at once',
};
const tooLate = {
  file: 'tests/browser/cancelling.test.ts',
  title: 'cancelling fails, with the reason, once an operator has approved the withdrawal',
};

const failure = ({ context }: AnyMachineSnapshot) =>
  context.failure && failureText(context.failure);

const again = {
  file: 'tests/browser/again.test.ts',
  title: 'by keyboard alone: a returned withdrawal is corrected, sent again and confirmed',
};
const smallest = {
  file: 'tests/browser/again.test.ts',
  title: 'if the minimum amount was raised meanwhile, the form shows the amount and the error',
};
const problem = ({ context }: AnyMachineSnapshot) =>
  context.problem && amountProblemTexts[context.problem as AmountProblem];

/** A failed withdrawal is corrected and sent again. */
const resending: readonly Row[] = [
  {
    section: 4,
    spec: 'Withdraw, sent again: a withdrawal whose amount was returned is opened from the list',
    step: 'withdrawal.editing --ended.opened--> givenBack',
    shown: again,
  },
  {
    section: 4,
    spec: 'Withdraw, sent again: the terms are loaded again',
    step: 'withdrawal.givenBack --again.pressed--> resending',
    shown: again,
  },
  {
    section: 4,
    spec: 'Withdraw, sent again: the same amount is confirmed',
    step: 'withdrawal.resending --xstate.done.actor.loadTerms--> confirming',
    shown: again,
  },
  {
    section: 5,
    spec: 'Withdraw, sent again: the amount is no longer allowed',
    machine: 'withdrawal',
    on: 'xstate.done.actor.loadTerms',
    state: 'editing',
    message: problem,
    says: 'The amount is below the minimum.',
    shown: smallest,
  },
];

/** A member cancels a request. */
const cancelling: readonly Row[] = [
  {
    section: 4,
    spec: 'Withdraw, cancelling: a dialog asks for confirmation',
    step: 'withdrawal.pending.waiting --cancellation.pressed--> pending.asking',
    shown: takenBack,
  },
  {
    section: 4,
    spec: 'Withdraw, cancelling: the call is being sent',
    step: 'withdrawal.pending.asking --cancellation.confirmed--> pending.cancelling',
    shown: takenBack,
  },
  {
    section: 4,
    spec: 'Withdraw, cancelling: the amount is back in the balance',
    step: 'withdrawal.pending.cancelling --xstate.done.actor.cancelWithdrawal--> givenBack',
    tells: ['withdrawal.settled'],
    shown: takenBack,
  },
  {
    section: 8,
    spec: 'Withdraw, cancelling: too late',
    machine: 'withdrawal',
    on: 'xstate.error.actor.cancelWithdrawal',
    given: { error: { reason: 'not_cancellable' } },
    state: 'pending.refused',
    message: failure,
    says: 'This withdrawal can no longer be cancelled.',
    shown: tooLate,
  },
  {
    section: 8,
    spec: 'Withdraw, cancelling: failed, try again',
    machine: 'withdrawal',
    on: 'xstate.error.actor.cancelWithdrawal',
    given: { error: { kind: 'faulted' } },
    state: 'pending.asking',
    message: failure,
    says: 'Something went wrong on our side. Please try again.',
  },
];

const titled =
  (wanted: Standing) =>
  ({ context }: AnyMachineSnapshot) => {
    const standing = context.withdrawal && standingOf(context.withdrawal);
    return standing === wanted ? standingSentences[wanted] : null;
  };

const standing = (wanted: Standing, state: string, says: string, shown?: Row['shown']): Row => ({
  section: 4,
  spec: `Status of a withdrawal: ${wanted}`,
  machine: 'withdrawal',
  on: 'xstate.done.actor.checkWithdrawal',
  state,
  message: titled(wanted),
  says,
  ...(shown && { shown }),
});

const told = (ending: Ending, toast: string, shown?: Row['shown']): Row => ({
  section: 4,
  spec: `Status of a withdrawal: ${ending} (toast)`,
  machine: 'withdrawal',
  news: { type: 'withdrawal.settled', ending },
  toast,
  ...(shown && { shown }),
});

/** The steps of a withdrawal, finer than its status, and the message at its end. */
export const payoutSteps: readonly Row[] = [
  standing('pending', 'pending.waiting', 'Your withdrawal is in process', settled),
  standing('in_review', 'pending.waiting', 'Your withdrawal is in review', reviewed),
  standing('processing', 'pending.waiting', 'Your withdrawal is on its way', sent),
  standing('paid', 'paid', 'Your withdrawal was paid', settled),
  standing('failed', 'givenBack', 'Your withdrawal failed', sent),
  standing('returned', 'givenBack', 'Your withdrawal was returned'),
  standing('rejected', 'givenBack', 'Your withdrawal was rejected', settled),
  standing('cancelled', 'givenBack', 'Your withdrawal was cancelled', takenBack),
  told('paid', 'Your withdrawal was paid', settled),
  told('failed', 'Your withdrawal failed', sent),
  told('returned', 'Your withdrawal was returned'),
  told('rejected', 'Your withdrawal was rejected', settled),
  told('cancelled', 'Your withdrawal was cancelled', takenBack),
  ...cancelling,
  ...resending,
  {
    section: 2,
    spec: 'Withdraw: recovery codes, or a passkey, are offered once',
    holder: 'src/screens/withdraw/offers.tsx',
    shown: {
      file: 'tests/browser/offers.test.ts',
      title:
        'by keyboard: codes are offered before the first withdrawal, a passkey after it, once per device',
    },
  },
  {
    section: 4,
    spec: 'Withdraw: in review, the deadline and the contact',
    holder: 'src/screens/withdraw/pending.tsx',
    shown: reviewed,
  },
];
