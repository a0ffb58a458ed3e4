import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { emailErrors } from '../../../src/app/components/email-errors.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/forgot.test.ts';
const mailed = { file, title: 'by keyboard alone: a mailed link leads to a new password' };
const wrong = {
  file,
  title: 'the reason why no link is sent is shown beside the field, or above the button',
};

const step = stepsOf('forgot', 'Forgotten password', mailed);

const message = (
  spec: string,
  [on, state]: readonly [string, string],
  field: 'email' | 'general',
  says: string,
): Row => ({
  ...{ section: 8, spec: `Forgotten password: ${spec}`, machine: 'forgot' },
  ...{ on, state, says, shown: wrong },
  message: (snapshot) =>
    emailErrors(selectMissing(snapshot as never), selectRefusal(snapshot as never))[field] ?? null,
});

const SUBMITTED = 'fields.submitted';
const FAILED = 'xstate.error.actor.sendForm';

/** A request for a password link by e-mail. */
export const forgetting: Area = {
  name: 'Forgotten password',
  rows: [
    step('a processing state on the button', ['editing', SUBMITTED, 'sending']),
    step('the page says that a link may have been sent', [
      'sending',
      'xstate.done.actor.sendForm',
      'sent',
    ]),
    step('the form is sent with another address', ['sent', SUBMITTED, 'sending']),
    message('the address is required', [SUBMITTED, 'incomplete'], 'email', 'Enter your email.'),
    message('the text is no address', [FAILED, 'refused'], 'email', 'Enter a valid email address.'),
    message(
      'no connection',
      [FAILED, 'refused'],
      'general',
      'Network error, please try again later.',
    ),
  ],
};
