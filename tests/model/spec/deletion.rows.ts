import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { deletionError } from '../../../src/screens/mine/deletion-errors.ts';
import { type Area, type Row, stepsOf } from './row.ts';

const file = 'tests/browser/deletion.test.ts';
const shown = { file, title: 'an account is deleted, and the device stores nothing of it' };
const said = {
  file,
  title: 'each state of the deletion sheet is accessible, on the smallest phone too',
};

const step = stepsOf('deletion', 'Delete account', shown);

const FAILED = 'xstate.error.actor.deleteAccount';

const message = (spec: string, says: string): Row => ({
  ...{ section: 8, spec: `Delete account: ${spec}`, machine: 'deletion', on: FAILED, says },
  ...{ state: 'refused', shown: said },
  message: (snapshot) => {
    const refusal = selectRefusal(snapshot as never);
    return refusal && deletionError(refusal);
  },
});

/** Deletion of an account. */
export const deletion: Area = {
  name: 'Deleting the account',
  rows: [
    step('the figures of the loss', ['loading', 'xstate.done.actor.loadLosses', 'shown']),
    step('the figures could not be loaded', ['loading', 'xstate.error.actor.loadLosses', 'lost']),
    step('the figures are loaded again', ['lost', 'retry.pressed', 'loading']),
    step('the last question', ['shown', 'delete.pressed', 'asking']),
    step('a processing state on the button', ['asking', 'confirm.pressed', 'deleting']),
    step('a proof of identity is asked for', ['deleting', FAILED, 'proving']),
    step('the proof was given', ['proving', 'proof.ended', 'deleting']),
    step('this device deletes its data', [
      'deleting',
      'xstate.done.actor.deleteAccount',
      'forgetting',
    ]),
    step('the account is deleted', ['forgetting', 'xstate.done.actor.eraseDeviceData', 'deleted']),
    step('the sheet is closed, and the page starts again', ['deleted', 'dialog.closed', 'closed']),
    step('the sheet is closed without a deletion', ['asking', 'dialog.closed', 'closed']),
    step('the sheet is opened again', ['closed', 'open.pressed', 'loading']),
    message(
      'a withdrawal was requested meanwhile',
      'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.',
    ),
    message('no connection', 'Network error, please try again later.'),
  ],
};
