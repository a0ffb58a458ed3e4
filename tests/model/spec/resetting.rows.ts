import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { resetErrors } from '../../../src/screens/reset/reset-errors.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const chosen = {
  file: 'tests/browser/reset.test.ts',
  title:
    'by the operator’s link a member sets a new password, which ends the old password and session',
};
const noticed = {
  file: 'tests/browser/reset.test.ts',
  title: 'the end of the session by a new password is noticed when the log-in link is pressed',
};
const over = {
  file: 'tests/browser/reset.test.ts',
  title: 'a reset link works once, and the page without a link says what to do',
};
const wrong = {
  file: 'tests/browser/reset.test.ts',
  title: 'each state of the page for a new password is accessible, on the smallest phone too',
};

const step = stepsOf('reset', 'New password', chosen);

const message = (
  spec: string,
  [on, state]: readonly [string, string],
  field: 'password' | 'general',
  says: string,
): Row => ({
  ...{ section: 8, spec: `New password: ${spec}`, machine: 'reset', on, state, says, shown: wrong },
  message: (snapshot) =>
    resetErrors(selectMissing(snapshot as never), selectRefusal(snapshot as never))[field] ?? null,
});

const SUBMITTED = 'fields.submitted';
const DONE = 'xstate.done.actor.sendForm';
const FAILED = 'xstate.error.actor.sendForm';

/** A new password by the operator's link. */
export const resetting: Area = {
  name: 'New password',
  rows: [
    step('the page of a link', ['opening', 'xstate.done.actor.takeCode', 'editing']),
    step('the page without a link', ['opening', 'xstate.done.actor.takeCode', 'missing'], {
      shown: over,
    }),
    step('a processing state on the button', ['editing', SUBMITTED, 'sending']),
    step('the password is set, and the page forgets the link', ['sending', DONE, 'done'], {
      leaves: { code: null },
    }),
    step('the link was used, or is too old', ['sending', FAILED, 'over'], {
      leaves: { code: null },
      shown: over,
    }),
    step(
      'the app notices that the new password has ended the session',
      ['done', 'login.pressed', 'done'],
      {
        does: ['checkSession'],
        shown: noticed,
      },
    ),
    message('the password is required', [SUBMITTED, 'incomplete'], 'password', 'Enter a password.'),
    message(
      'too easy to guess',
      [FAILED, 'refused'],
      'password',
      'This password is too easy to guess. Do not use common words, your name or your email.',
    ),
    message('too short', [FAILED, 'refused'], 'password', 'Use 8 to 128 characters.'),
    message(
      'no connection',
      [FAILED, 'refused'],
      'general',
      'Network error, please try again later.',
    ),
  ],
};
