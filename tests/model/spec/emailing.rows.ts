import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { emailErrors } from '../../../src/app/components/email-errors.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/email.test.ts';
const changed = { file, title: 'by keyboard alone: an email is changed, and the change undone' };
const wrong = {
  file,
  title: 'the page of a link shows why it failed: the network, or a link that was used before',
};

const confirming = 'tests/browser/email-confirmation.test.ts';
const confirmed = {
  file: confirming,
  title:
    'by keyboard alone: Withdraw asks for a confirmed email, and notices a confirmation elsewhere',
};
const readInMine = {
  file: confirming,
  title: 'Mine shows the current email, and whether it is confirmed',
};
const present = stepsOf('emailConfirmation', 'Email', confirmed);

const refusedForm = { file, title: 'the reason why no link is sent is shown beside its field' };

const step = stepsOf('emailLink', 'Email', changed);

const TAKEN = 'xstate.done.actor.takeLink';
const USED = 'xstate.done.actor.useLink';
const FAILED = 'xstate.error.actor.useLink';
const SUBMITTED = 'fields.submitted';
const NOTED = 'xstate.done.actor.sendForm';
const NOT_NOTED = 'xstate.error.actor.sendForm';

const asked = stepsOf('emailChange', 'Email', changed);

const message = (spec: string, on: string, says: string): Row =>
  ({
    ...{ section: 8, spec: `Email: ${spec}`, machine: 'emailChange', on, says, shown: refusedForm },
    state: on === SUBMITTED ? 'incomplete' : 'refused',
    message: (snapshot) => {
      const seen = snapshot as never;
      return emailErrors(selectMissing(seen), selectRefusal(seen)).email ?? null;
    },
  }) as Row;

/** Links in mails: to confirm an address, or to restore it. */
export const emailing: Area = {
  name: 'Email',
  rows: [
    step('the page of a link', ['opening', TAKEN, 'asking']),
    step('the page without a link', ['opening', TAKEN, 'missing'], { shown: wrong }),
    step('a processing state on the button', ['asking', 'link.pressed', 'sending']),
    step('the address is confirmed, or restored', ['sending', USED, 'done'], {
      does: ['checkSession'],
    }),
    step('the link was used, or is too old', ['sending', FAILED, 'over'], { shown: wrong }),
    asked('a link is asked for', ['editing', SUBMITTED, 'sending']),
    asked('a proof of identity is asked for', ['sending', NOT_NOTED, 'proving']),
    asked('a link was sent', ['sending', NOTED, 'sent']),
    present('not confirmed', ['loading', 'xstate.done.actor.loadEmail', 'unconfirmed'], {
      shown: readInMine,
    }),
    present('confirmed', ['loading', 'xstate.done.actor.loadEmail', 'confirmed'], {
      shown: readInMine,
    }),
    present('a link for the confirmation was sent', [
      'sending',
      'xstate.done.actor.sendLink',
      'sent',
    ]),
    present('no link is sent', ['sending', 'xstate.error.actor.sendLink', 'refused'], {
      shown: readInMine,
    }),
    message('the address is required', SUBMITTED, 'Enter your email.'),
    message('the text is no address', NOT_NOTED, 'Enter a valid email address.'),
    {
      ...{ section: 8, spec: 'Email: no connection', machine: 'emailLink', on: FAILED },
      ...{ state: 'refused', says: 'Network error, please try again later.', shown: wrong },
      message: (snapshot) => {
        const refusal = selectRefusal(snapshot as never);
        return refusal && failureText(refusal);
      },
    } as Row,
  ],
};
