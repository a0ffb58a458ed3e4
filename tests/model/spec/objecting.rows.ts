import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { objectionErrors } from '../../../src/app/components/objection-texts.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/objecting.test.ts';
const sent = {
  file,
  title: 'a member objects to a rejected withdrawal by keyboard alone, and reads the outcome',
};
const refusals = {
  file,
  title: 'the text of an objection that is refused or lost stays in the form, and is sent again',
};

const step = stepsOf('objection', 'Objection', sent);

const message = (
  spec: string,
  [on, state]: readonly [string, string],
  place: 'text' | 'general',
  says: string,
): Row => ({
  ...{ section: 8, spec: `Objection: ${spec}`, machine: 'objection', on, state, says },
  shown: refusals,
  message: (snapshot) =>
    objectionErrors(selectMissing(snapshot as never), selectRefusal(snapshot as never))[place] ??
    null,
});

const SUBMITTED = 'fields.submitted';
const DONE = 'xstate.done.actor.sendForm';
const FAILED = 'xstate.error.actor.sendForm';

/** A person's objection to a refused payment. */
export const objecting: Area = {
  name: 'Objecting to a refusal of money',
  rows: [
    step('a processing state on the button', ['editing', SUBMITTED, 'sending']),
    step('the server has accepted the objection', ['sending', DONE, 'sent'], {
      tells: ['objection.made'],
    }),
    step('the sheet is closed', ['sent', 'dialog.closed', 'closed']),
    step('the sheet is opened again, and shows the outcome', [
      'closed',
      'objection.pressed',
      'told',
    ]),
    step('the sheet is opened for another refusal', ['closed', 'objection.pressed', 'editing']),
    {
      ...{
        section: 4,
        spec: 'Objection: the list of withdrawals is loaded again',
        machine: 'objection',
      },
      news: { type: 'objection.made' },
      reaches: { to: 'withdrawals', event: { type: 'data.outdated' } },
      shown: sent,
    },
    message('a text is required', [SUBMITTED, 'incomplete'], 'text', 'Please say what is wrong.'),
    message('too late', [FAILED, 'refused'], 'general', 'It is too late to object to this.'),
    message(
      'no connection',
      [FAILED, 'refused'],
      'general',
      'Network error, please try again later.',
    ),
  ],
};
