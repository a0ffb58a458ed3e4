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
    step('what is lost, in figures', ['loading', 'xstate.done.actor.loadLosses', 'shown']),
    step('it could not be loaded', ['loading', 'xstate.error.actor.loadLosses', 'lost']),
    step('asked for again', ['lost', 'retry.pressed', 'loading']),
    step('the last look', ['shown', 'delete.pressed', 'asking']),
    step('a processing state on the button', ['asking', 'confirm.pressed', 'deleting']),
    step('a proof of identity is asked for', ['deleting', FAILED, 'proving']),
    step('and was', ['proving', 'proof.ended', 'deleting']),
    step('this device forgets', ['deleting', 'xstate.done.actor.deleteAccount', 'forgetting']),
    step('deleted', ['forgetting', 'xstate.done.actor.forgetDevice', 'deleted']),
    step('read, and the page begins anew', ['deleted', 'dialog.closed', 'closed']),
    step('left, with nothing deleted', ['asking', 'dialog.closed', 'closed']),
    step('opened again', ['closed', 'open.pressed', 'loading']),
    message(
      'a withdrawal came meanwhile',
      'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.',
    ),
    message('no connection', 'Network error, please try again later.'),
  ],
};
