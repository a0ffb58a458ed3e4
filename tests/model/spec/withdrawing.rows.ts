import type { AnyMachineSnapshot } from 'xstate';
import type { AmountProblem } from '../../../machines/withdrawal/rules.ts';
import { amountProblemTexts } from '../../../src/i18n/messages.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import { conditions, tips } from './conditions.rows.ts';
import { payoutSteps } from './payouts.rows.ts';
import type { Area, Row } from './row.ts';
import { failures, forms, main, OUR_FAULT } from './shown.ts';

const waiting = {
  file: 'tests/browser/member-states.test.ts',
  title: 'every screen shows a skeleton of its content while it loads',
};
/** The message beside a wrong amount. */
const amount = (spec: string, says: string): Row => ({
  ...{ section: 5, spec, machine: 'withdrawal', on: 'withdraw.pressed', state: 'editing', says },
  message: ({ context }) => context.problem && amountProblemTexts[context.problem as AmountProblem],
  shown: {
    file: 'tests/browser/withdraw.test.ts',
    title: 'the screen asks for missing withdrawal info, then accepts only a valid amount',
  },
});
const failure = ({ context }: AnyMachineSnapshot) =>
  context.failure && failureText(context.failure);
/** From the balance to a request, and its result. */
export const withdrawing: Area = {
  name: 'Withdraw',
  rows: [
    {
      section: 2,
      spec: 'Withdraw: a debt to be settled, with its reason',
      holder: 'src/screens/withdraw/debt.tsx',
      shown: {
        file: 'tests/browser/honest.test.ts',
        title: 'Withdraw shows a debt with its reason, and Mine lists all corrections',
      },
    },
    {
      section: 2,
      spec: 'Withdraw: loading',
      step: 'withdrawal --xstate.init--> loading',
      shown: waiting,
    },
    {
      section: 2,
      spec: 'Withdraw: amount entry',
      step: 'withdrawal.loading --xstate.done.actor.loadTerms--> editing',
      tells: ['withdrawal.loaded'],
      shown: main,
    },
    {
      section: 2,
      spec: 'Withdraw: available balance with local-currency estimate',
      holder: 'src/ui/purse.tsx',
      shown: {
        file: 'tests/browser/cached.test.ts',
        title: 'a new balance is shown without an estimate until the new estimate has loaded',
      },
    },
    {
      section: 2,
      spec: 'Withdraw: withdraw all',
      step: 'withdrawal.editing --all.pressed--> editing',
      leaves: { amount: '20.5' },
      shown: forms,
    },
    {
      section: 2,
      spec: 'Withdraw: confirm dialog',
      step: 'withdrawal.editing --withdraw.pressed--> confirming',
      shown: forms,
    },
    {
      section: 2,
      spec: 'Withdraw: the request is being sent',
      step: 'withdrawal.confirming --confirm.pressed--> submitting',
      shown: forms,
    },
    {
      section: 4,
      spec: 'Withdraw status: pending, shown as in process',
      step: 'withdrawal.submitting --xstate.done.actor.submitWithdrawal--> pending.waiting',
      tells: ['withdrawal.submitted'],
      shown: main,
    },
    {
      section: 4,
      spec: 'Withdraw status: paid',
      step: 'withdrawal.pending.checking --xstate.done.actor.checkWithdrawal--> paid',
      given: { output: { status: 'paid' } },
      tells: ['withdrawal.settled'],
      shown: main,
    },
    {
      section: 4,
      spec: 'Withdraw status: rejected',
      step: 'withdrawal.pending.checking --xstate.done.actor.checkWithdrawal--> givenBack',
      given: { output: { status: 'rejected' } },
      tells: ['withdrawal.settled'],
      shown: {
        file: 'tests/browser/mine.test.ts',
        title: 'the history of withdrawals shows the outcome of each',
      },
    },
    {
      section: 4,
      spec: 'Only one pending withdrawal at a time: a new request is refused',
      step: 'withdrawal.submitting --xstate.error.actor.submitWithdrawal--> loading',
      tells: ['withdrawal.failed'],
      leaves: { failure: { kind: 'refused', reason: 'pending_exists' } },
    },
    {
      section: 4,
      spec: 'Withdraw info must be set up before withdrawing',
      holder: 'src/screens/withdraw/current-step.tsx',
      shown: main,
    },
    ...conditions,
    amount('Withdraw amount: at least 1', 'The amount cannot be less than 1.'),
    amount(
      'Withdraw amount: not above available balance',
      'The amount cannot exceed your balance.',
    ),
    amount(
      'Withdraw amount: at least a configured single-withdrawal minimum',
      'The amount is below the minimum.',
    ),
    amount('Withdraw amount: the text is no amount', 'Enter an amount, such as 12.50.'),
    ...tips,
    {
      section: 8,
      spec: 'Withdraw: failed to get balance; failed to get withdrawal configuration (one call)',
      machine: 'withdrawal',
      on: 'xstate.error.actor.loadTerms',
      given: { error: { kind: 'faulted' } },
      state: 'failed',
      message: failure,
      says: OUR_FAULT,
      shown: failures,
    },
    {
      section: 8,
      spec: 'Withdraw: failed to get withdrawal configuration (a timeout)',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'timeout' } },
      toast: 'This took too long. Please try again.',
    },
    {
      section: 8,
      spec: 'Withdraw: withdrawal failed, try again',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'faulted', status: 500 } },
      toast: 'Something went wrong on our side. Please try again.',
    },
    {
      section: 8,
      spec: 'Withdraw: withdrawal failed, try again (beside the button that tries again)',
      machine: 'withdrawal',
      on: 'xstate.error.actor.submitWithdrawal',
      state: 'confirming',
      message: failure,
      says: 'Something went wrong on our side. Please try again.',
      shown: forms,
    },
    {
      section: 8,
      spec: 'Withdraw: withdrawal submitted',
      machine: 'withdrawal',
      news: { type: 'withdrawal.submitted' },
      toast: 'Withdrawal submitted.',
    },
    ...payoutSteps,
    {
      section: 8,
      spec: 'Withdraw: you have a pending withdrawal request',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'refused', reason: 'pending_exists' } },
      toast: 'You already have a withdrawal in process.',
    },
    {
      section: 8,
      spec: 'Withdraw info: set up withdrawal info first',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'refused', reason: 'wdinfo_missing' } },
      toast: 'Set up your withdrawal info first.',
    },
  ],
};
