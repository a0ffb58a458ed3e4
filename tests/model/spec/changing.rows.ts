import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { passwordErrors } from '../../../src/screens/mine/password-errors.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/password.test.ts';
const changed = {
  file,
  title: 'the old password is refused, the new one logs in, and another device is logged out',
};
const refused = {
  file,
  title: 'each state of the password sheet is accessible, on the smallest phone too',
};
const wrong = { file, title: 'by keyboard alone: each error is described at its field' };

const step = stepsOf('password', 'Password', changed);

const message = (
  spec: string,
  [on, state]: readonly [string, string],
  field: 'new_password' | 'general',
  says: string,
): Row => ({
  ...{ section: 8, spec: `Password: ${spec}`, machine: 'password', on, state, says },
  shown: field === 'general' ? refused : wrong,
  message: (snapshot) =>
    passwordErrors(selectMissing(snapshot as never), selectRefusal(snapshot as never))[field] ??
    null,
});

const SUBMITTED = 'fields.submitted';
const DONE = 'xstate.done.actor.sendForm';
const FAILED = 'xstate.error.actor.sendForm';

/** A change of the password, after a proof of identity. */
export const changing: Area = {
  name: 'Changing the password',
  rows: [
    step('a processing state on the button', ['editing', SUBMITTED, 'sending']),
    step('a proof of identity is asked for', ['sending', FAILED, 'proving']),
    step('the proof was given', ['proving', 'proof.ended', 'proven']),
    step('the password is set', ['sending', DONE, 'done']),
    step('the sheet is closed', ['done', 'dialog.closed', 'closed']),
    step('the sheet is opened again', ['closed', 'open.pressed', 'editing']),
    message(
      'a new password is required',
      [SUBMITTED, 'incomplete'],
      'new_password',
      'Enter a password.',
    ),
    message(
      'too easy to guess',
      [FAILED, 'refused'],
      'new_password',
      'This password is too easy to guess. Do not use common words, your name or your email.',
    ),
    message('too short', [FAILED, 'refused'], 'new_password', 'Use 8 to 128 characters.'),
    message(
      'too many wrong passwords',
      [FAILED, 'refused'],
      'general',
      'Too many attempts. Please try again later.',
    ),
    message(
      'no connection',
      [FAILED, 'refused'],
      'general',
      'Network error, please try again later.',
    ),
  ],
};
