import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { proofErrors } from '../../../src/app/components/proof-errors.ts';
import { recoverErrors } from '../../../src/screens/reset/recover-errors.ts';
import { type Area, type Row, type StepRow, stepsOf, type Way } from './row.ts';

const file = 'tests/browser/recovery-codes.test.ts';
const made = {
  file,
  title: 'by keyboard alone: a recovery code is created and used to set a new password',
};
const wrong = {
  file,
  title: 'the reason why codes are not created, or a code is refused, is shown at its place',
};

const step = (spec: string, machine: string, way: Way, more: Partial<StepRow> = {}): Row =>
  stepsOf(machine, 'Recovery codes', made)(spec, way, more);

const message = (
  spec: string,
  machine: 'recover' | 'recovery',
  [on, state]: readonly [string, string],
  field: string,
  says: string,
): Row => ({
  ...{ section: 8, spec: `Recovery codes: ${spec}`, machine, on, state, says, shown: wrong },
  message: (snapshot) => {
    const seen = snapshot as never;
    const errorsOf = machine === 'recover' ? recoverErrors : proofErrors;
    const errors = errorsOf(selectMissing(seen), selectRefusal(seen));
    return errors[field as keyof typeof errors] ?? null;
  },
});

const SUBMITTED = 'fields.submitted';
const DONE = 'xstate.done.actor.sendForm';
const FAILED = 'xstate.error.actor.sendForm';
const NO_LINE = 'Network error, please try again later.';

/** Recovery codes, and the log-in with one of them. */
export const recovering: Area = {
  name: 'Recovery codes',
  rows: [
    step('a processing state on the button', 'recovery', ['editing', SUBMITTED, 'sending']),
    step('the codes are shown', 'recovery', ['sending', DONE, 'shown']),
    step('the codes are printed', 'recovery', ['shown', 'print.pressed', 'shown'], {
      does: ['print'],
    }),
    step('the closed page forgets the codes', 'recovery', ['shown', 'dialog.closed', 'closed'], {
      leaves: { codes: [] },
    }),
    step('a code is sent', 'recover', ['editing', SUBMITTED, 'sending']),
    step('the password is set', 'recover', ['sending', DONE, 'done']),
    message(
      'the password is required',
      'recovery',
      [SUBMITTED, 'incomplete'],
      'password',
      'Enter a password.',
    ),
    message('no connection', 'recovery', [FAILED, 'refused'], 'general', NO_LINE),
    message(
      'the password is wrong',
      'recovery',
      [FAILED, 'refused'],
      'password',
      'This is not your current password.',
    ),
    message(
      'the code is required',
      'recover',
      [SUBMITTED, 'incomplete'],
      'code',
      'Enter a recovery code.',
    ),
    message(
      'the username or the code is wrong',
      'recover',
      [FAILED, 'refused'],
      'code',
      'This username or recovery code is wrong.',
    ),
    message(
      'no connection while a code is sent',
      'recover',
      [FAILED, 'refused'],
      'general',
      NO_LINE,
    ),
  ],
};
