import {
  selectMissing,
  selectRefusal as selectRecoverRefusal,
} from '../../../machines/recover.selectors.ts';
import { selectRecoveryState, selectRefusal } from '../../../machines/recovery.selectors.ts';
import { errorsOf as errorsOfCodes } from '../../../src/screens/mine/recovery-errors.ts';
import { errorsOf } from '../../../src/screens/reset/recover-errors.ts';
import type { Area, Row } from './row.ts';

const file = 'tests/browser/recovery-codes.test.ts';
const made = { file, title: 'by keyboard alone: a code that was made leads to a new password' };
const wrong = {
  file,
  title: 'why codes are not made, and why one is not taken, is read where it is',
};

const step = (
  spec: string,
  machine: string,
  [from, on, to]: readonly [string, string, string],
  more: Partial<Row> = {},
): Row =>
  ({
    ...{ section: 4, spec: `Recovery codes: ${spec}`, machine, from, on, to, shown: made },
    ...more,
  }) as Row;

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
    const errors =
      machine === 'recover'
        ? errorsOf(selectMissing(seen), selectRecoverRefusal(seen))
        : errorsOfCodes(selectRecoveryState(seen), selectRefusal(seen));
    return errors[field as keyof typeof errors] ?? null;
  },
});

const MADE = 'xstate.done.actor.makeCodes';
const NOT_MADE = 'xstate.error.actor.makeCodes';
const SET = 'xstate.done.actor.recoverAccount';
const NOT_SET = 'xstate.error.actor.recoverAccount';
const NO_LINE = 'Network error, please try again later.';

/** Codes that a person makes beforehand, and the way back in by one. */
export const recovering: Area = {
  name: 'Recovery codes',
  rows: [
    step('a processing state on the button', 'recovery', ['editing', 'codes.submitted', 'sending']),
    step('they are shown', 'recovery', ['sending', MADE, 'shown']),
    step('they are printed', 'recovery', ['shown', 'print.pressed', 'shown'], { does: ['print'] }),
    step('and forgotten', 'recovery', ['shown', 'dialog.closed', 'closed'], {
      leaves: { codes: [] },
    }),
    step('one is sent', 'recover', ['editing', 'recovery.submitted', 'sending']),
    step('the password is set', 'recover', ['sending', SET, 'done']),
    message(
      'required',
      'recovery',
      ['codes.submitted', 'incomplete'],
      'password',
      'Enter a password.',
    ),
    message('no connection', 'recovery', [NOT_MADE, 'refused'], 'general', NO_LINE),
    message(
      'another password',
      'recovery',
      [NOT_MADE, 'refused'],
      'password',
      'This is not your current password.',
    ),
    message(
      'no code',
      'recover',
      ['recovery.submitted', 'incomplete'],
      'code',
      'Enter a recovery code.',
    ),
    message(
      'wrong',
      'recover',
      [NOT_SET, 'refused'],
      'code',
      'This username or recovery code is wrong.',
    ),
    message('nobody is reached', 'recover', [NOT_SET, 'refused'], 'general', NO_LINE),
  ],
};
