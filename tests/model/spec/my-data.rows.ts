import { selectFailure } from '../../../machines/my-data.selectors.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/my-data.test.ts';
const shown = { file, title: 'both files are downloaded, and contain the stored data' };
const said = {
  file,
  title: 'each state of the sheet of the member’s data is accessible, on the smallest phone too',
};

const step = stepsOf('myData', 'Your data', shown);

const message = (spec: string, says: string): Row => ({
  ...{ section: 8, spec: `Your data: ${spec}`, machine: 'myData', shown: said },
  ...{ on: 'xstate.error.actor.saveData', state: 'failed', says },
  message: (snapshot) => {
    const failure = selectFailure(snapshot as never);
    return failure && failureText(failure);
  },
});

/** A download of all stored data about a person. */
export const myData: Area = {
  name: 'Your data',
  rows: [
    step('a processing state on the button', ['opened', 'save.pressed', 'saving']),
    step('the file is downloaded', ['saving', 'xstate.done.actor.saveData', 'saved']),
    step('another file', ['saved', 'save.pressed', 'saving']),
    step('the sheet is closed', ['saved', 'dialog.closed', 'closed']),
    step('the sheet is opened again', ['closed', 'open.pressed', 'opened']),
    message('too many files on a day', 'Too many attempts. Please try again later.'),
    message('no connection', 'Network error, please try again later.'),
  ],
};
