import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { reportErrors } from '../../../src/screens/feed/report-texts.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/report.test.ts';
const sent = {
  file,
  title: 'a member reports a clip by keyboard alone, and reads which fields are missing',
};
const looked = {
  file,
  title: 'each state of the report sheet is accessible, on the smallest phone too',
};

const step = stepsOf('report', 'Report', sent);

const message = (
  spec: string,
  [on, state]: readonly [string, string],
  place: 'reason' | 'text' | 'general',
  says: string,
): Row => ({
  ...{ section: 8, spec: `Report: ${spec}`, machine: 'report', on, state, says },
  shown: place === 'general' ? looked : sent,
  message: (snapshot) =>
    reportErrors(selectMissing(snapshot as never), selectRefusal(snapshot as never))[place] ?? null,
});

const SUBMITTED = 'fields.submitted';
const DONE = 'xstate.done.actor.sendForm';
const FAILED = 'xstate.error.actor.sendForm';

/** A person's report of a clip or an advertisement. */
export const reporting: Area = {
  name: 'Reporting a clip or an advertisement',
  rows: [
    step('a processing state on the button', ['editing', SUBMITTED, 'sending']),
    step('the server has accepted the report', ['sending', DONE, 'sent']),
    step('the sheet is closed', ['sent', 'dialog.closed', 'closed']),
    step('the sheet is opened again', ['closed', 'report.pressed', 'editing']),
    message('a reason is required', [SUBMITTED, 'incomplete'], 'reason', 'Choose a reason'),
    message('a text is required', [SUBMITTED, 'incomplete'], 'text', 'Please say what is wrong.'),
    message(
      'too many reports on one day',
      [FAILED, 'refused'],
      'general',
      'Too many attempts. Please try again later.',
    ),
    message(
      'the clip is gone already',
      [FAILED, 'refused'],
      'general',
      'This clip is no longer available.',
    ),
    message(
      'no connection',
      [FAILED, 'refused'],
      'general',
      'Network error, please try again later.',
    ),
  ],
};
