import { selectMissing } from '../../../machines/form.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { deletionErrors } from '../../../src/screens/mine/deletion-errors.ts';
import type { Area, Row } from './row.ts';

const file = 'tests/browser/deletion.test.ts';
const shown = { file, title: 'an account is deleted, and nothing of it is left on the device' };
const said = { file, title: 'each of its states is accessible, on the smallest phone too' };

const step = (spec: string, [from, on, to]: readonly [string, string, string]): Row =>
  ({
    ...{ section: 4, spec: `Delete account: ${spec}`, machine: 'deletion' },
    ...{ from, on, to, shown },
  }) as Row;

const message = (
  spec: string,
  [on, state]: readonly [string, string],
  field: 'password' | 'general',
  says: string,
): Row => ({
  ...{ section: 8, spec: `Delete account: ${spec}`, machine: 'deletion', on, state, says },
  shown: said,
  message: (snapshot) =>
    deletionErrors(selectMissing(snapshot as never), selectRefusal(snapshot as never))[field] ??
    null,
});

const FAILED = 'xstate.error.actor.sendForm';

/** The end of an account. */
export const deletion: Area = {
  name: 'Deleting the account',
  rows: [
    step('what is lost, in figures', ['loading', 'xstate.done.actor.loadLosses', 'shown']),
    step('it could not be loaded', ['loading', 'xstate.error.actor.loadLosses', 'lost']),
    step('asked for again', ['lost', 'retry.pressed', 'loading']),
    step('the password is asked for', ['shown', 'delete.pressed', 'editing']),
    step('a processing state on the button', ['editing', 'fields.submitted', 'sending']),
    step('this device forgets', ['sending', 'xstate.done.actor.sendForm', 'forgetting']),
    step('deleted', ['forgetting', 'xstate.done.actor.forgetDevice', 'deleted']),
    step('read, and the page begins anew', ['deleted', 'dialog.closed', 'closed']),
    step('left, with nothing deleted', ['editing', 'dialog.closed', 'closed']),
    step('opened again', ['closed', 'open.pressed', 'loading']),
    message(
      'the password required',
      ['fields.submitted', 'incomplete'],
      'password',
      'Enter a password.',
    ),
    message('a wrong one', [FAILED, 'refused'], 'password', 'This is not your current password.'),
    message(
      'a withdrawal came meanwhile',
      [FAILED, 'refused'],
      'general',
      'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.',
    ),
    message(
      'no connection',
      [FAILED, 'refused'],
      'general',
      'Network error, please try again later.',
    ),
  ],
};
