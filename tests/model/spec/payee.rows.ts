import type { AnyMachineSnapshot } from 'xstate';
import type {
  WithdrawInfoForm,
  WithdrawInfoProblem,
} from '../../../machines/withdraw-info.machine.ts';
import { withdrawInfoProblemTexts } from '../../../src/i18n/messages.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';
import { failures, forms, OUR_FAULT, proven } from './shown.ts';

const elsewhere = {
  file: 'tests/browser/payouts.test.ts',
  title: 'a payout account changed elsewhere is paid only after the screen has shown it',
};
const repriced = {
  file: 'tests/browser/own-currency.test.ts',
  title:
    'both currencies are shown before and after the confirmation, and a changed rate must be confirmed',
};
const beside =
  (field: keyof WithdrawInfoForm) =>
  ({ context }: AnyMachineSnapshot) => {
    const problem: WithdrawInfoProblem | undefined = context.problems[field];
    return problem && withdrawInfoProblemTexts[problem];
  };
const failure = ({ context }: AnyMachineSnapshot) =>
  context.failure && failureText(context.failure);

/** The member's payout account. */
export const payee: Area = {
  name: 'Withdraw info',
  rows: [
    {
      section: 2,
      spec: 'Withdraw: withdraw-info form (country/region, method, recipient name, account)',
      step: 'withdrawInfo.missing --edit.pressed--> editing',
      shown: forms,
    },
    {
      section: 2,
      spec: 'Withdraw info: being saved',
      step: 'withdrawInfo.editing --save.pressed--> saving',
      shown: forms,
    },
    {
      section: 2,
      spec: 'Withdraw info: a proof of identity is asked for',
      step: 'withdrawInfo.saving --xstate.error.actor.saveWithdrawInfo--> proving',
      shown: proven,
    },
    {
      section: 2,
      spec: 'Withdraw info: the change is saved after the proof',
      step: 'withdrawInfo.proving --proof.ended--> saving',
      shown: proven,
    },
    {
      section: 4,
      spec: 'Has-withdraw-info: true when the list is not empty',
      step: 'withdrawInfo.loading --xstate.done.actor.loadWithdrawInfo--> set',
    },
    {
      section: 2,
      spec: 'Mine and Withdraw: the info is loaded again when a screen opens (a change on another device)',
      step: 'withdrawInfo.set --data.outdated--> renewing',
      shown: {
        file: 'tests/browser/payouts.test.ts',
        title: 'an account changed elsewhere is shown when a screen opens',
      },
    },
    {
      section: 2,
      spec: 'Mine: withdraw info, or "not set"',
      step: 'withdrawInfo.loading --xstate.done.actor.loadWithdrawInfo--> missing',
      given: { output: { info: null } },
      shown: {
        file: 'tests/browser/member-states.test.ts',
        title: 'an empty screen says what to do next',
      },
    },
    {
      section: 8,
      spec: 'Withdraw info form: select a method',
      machine: 'withdrawInfo',
      on: 'save.pressed',
      state: 'editing',
      message: beside('method'),
      says: 'Select a method.',
      shown: forms,
    },
    {
      section: 8,
      spec: 'Withdraw: enter the withdrawal account; withdraw info form: enter account',
      machine: 'withdrawInfo',
      on: 'save.pressed',
      state: 'editing',
      message: beside('account'),
      says: 'Enter the account.',
      shown: forms,
    },
    {
      section: 5,
      spec: 'Withdraw info: recipient name field is present',
      machine: 'withdrawInfo',
      on: 'save.pressed',
      state: 'editing',
      message: beside('recipient_name'),
      says: 'Enter the recipient’s name.',
      shown: forms,
    },
    {
      section: 8,
      spec: 'Withdraw info form: saved',
      machine: 'withdrawInfo',
      news: { type: 'withdrawInfo.saved' },
      toast: 'Saved.',
      shown: forms,
    },
    {
      section: 8,
      spec: 'Withdraw info form: save failed',
      machine: 'withdrawInfo',
      news: {
        type: 'withdrawInfo.failed',
        failure: { kind: 'refused', reason: 'invalid_account' },
      },
      toast: 'This does not look like an account of this method.',
    },
    {
      section: 8,
      spec: 'Withdraw info form: save failed, because too many members share the account (beside the form)',
      machine: 'withdrawInfo',
      on: 'xstate.error.actor.saveWithdrawInfo',
      state: 'editing',
      message: failure,
      says: 'This account is used by others already. Please enter another one.',
      shown: {
        file: 'tests/browser/honest.test.ts',
        title: 'a payout account that too many members share is refused in the form',
      },
    },
    {
      section: 8,
      spec: 'Withdraw info form: failed to get data; failed to get methods (one call)',
      machine: 'withdrawInfo',
      on: 'xstate.error.actor.loadWithdrawInfo',
      given: { error: { kind: 'faulted' } },
      state: 'failed',
      message: failure,
      says: OUR_FAULT,
      shown: failures,
    },
    {
      section: 4,
      spec: 'Withdraw: the account differs from the shown one, so the request is refused',
      step: 'withdrawal.submitting --xstate.error.actor.submitWithdrawal--> loading',
      given: { error: { reason: 'wdinfo_changed' } },
      tells: ['withdrawal.failed'],
      shown: elsewhere,
    },
    {
      section: 4,
      spec: 'Withdraw: the account differs from the shown one (toast)',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'refused', reason: 'wdinfo_changed' } },
      toast: 'Your withdrawal info has changed. Please check it and try again.',
      shown: elsewhere,
    },
    {
      section: 4,
      spec: 'Withdraw: the sum to be paid differs from the shown one, so the request is refused',
      step: 'withdrawal.submitting --xstate.error.actor.submitWithdrawal--> repricing',
      given: { error: { reason: 'pay_changed' } },
      tells: ['withdrawal.failed'],
      shown: repriced,
    },
    {
      section: 4,
      spec: 'Withdraw: the sum to be paid differs from the shown one, so the new sum is shown',
      step: 'withdrawal.repricing --xstate.done.actor.loadTerms--> confirming',
      given: { output: { currency: 'USD' } },
      shown: repriced,
    },
    {
      section: 4,
      spec: 'Withdraw: the sum to be paid differs from the shown one (toast)',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'refused', reason: 'pay_changed' } },
      toast: 'The exchange rate has changed. Please check the new amount.',
      shown: repriced,
    },
  ],
};
