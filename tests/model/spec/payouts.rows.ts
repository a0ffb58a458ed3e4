import type { AnyMachineSnapshot } from 'xstate';
import type { WithdrawalStep } from '../../../contract/shapes.ts';
import { type Ending, standingOf } from '../../../machines/withdrawal/rules.ts';
import { standingTexts } from '../../../src/screens/withdraw/step-texts.ts';
import type { Row } from './row.ts';

const settled = {
  file: 'tests/browser/withdraw.test.ts',
  title: 'refused by a balance that changed meanwhile, then rejected, then accepted and paid',
};
const sent = {
  file: 'tests/browser/payouts.test.ts',
  title: 'a batch: on its way, failed with its reason, paid, and returned in the history',
};
const reviewed = {
  file: 'tests/browser/payouts.test.ts',
  title: 'in review it is said until when it is decided, and whom to ask',
};

const titled =
  (wanted: WithdrawalStep) =>
  ({ context }: AnyMachineSnapshot) => {
    const standing = context.withdrawal && standingOf(context.withdrawal);
    return standing === wanted ? standingTexts[wanted] : null;
  };

const standing = (
  wanted: WithdrawalStep,
  state: string,
  says: string,
  shown?: Row['shown'],
): Row => ({
  section: 4,
  spec: `Withdraw, where it stands: ${wanted}`,
  machine: 'withdrawal',
  on: 'xstate.done.actor.checkWithdrawal',
  state,
  message: titled(wanted),
  says,
  ...(shown && { shown }),
});

const told = (ending: Ending, toast: string, shown?: Row['shown']): Row => ({
  section: 4,
  spec: `Withdraw, where it stands: ${ending}, told`,
  machine: 'withdrawal',
  news: { type: 'withdrawal.settled', ending },
  toast,
  ...(shown && { shown }),
});

/** Where a withdrawal stands, finer than its status, and what is said when it ends. */
export const payoutSteps: readonly Row[] = [
  standing('pending', 'pending.waiting', 'Your withdrawal is in process', settled),
  standing('in_review', 'pending.waiting', 'Your withdrawal is in review', reviewed),
  standing('processing', 'pending.waiting', 'Your withdrawal is on its way', sent),
  standing('paid', 'paid', 'Your withdrawal was paid', settled),
  standing('failed', 'givenBack', 'Your withdrawal failed', sent),
  standing('returned', 'givenBack', 'Your withdrawal was returned'),
  standing('rejected', 'givenBack', 'Your withdrawal was rejected', settled),
  told('paid', 'Your withdrawal was paid', settled),
  told('failed', 'Your withdrawal failed', sent),
  told('returned', 'Your withdrawal was returned'),
  told('rejected', 'Your withdrawal was rejected', settled),
  {
    section: 4,
    spec: 'Withdraw: in review, whom to ask',
    holder: 'src/screens/withdraw/pending.tsx',
    shown: reviewed,
  },
];
