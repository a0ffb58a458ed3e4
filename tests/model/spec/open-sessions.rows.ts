import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import { type Area, stepsOf } from './row.ts';

const file = 'tests/browser/open-sessions.test.ts';
const shown = {
  file,
  title: 'a session is ended, then all others, and each of them is logged out',
};
const said = {
  file,
  title: 'each state of the sessions sheet is accessible, on the smallest phone too',
};

const step = stepsOf('sessions', 'Where I am logged in', shown);

/** The list of a member's sessions, and their end. */
export const openSessions: Area = {
  name: 'Where I am logged in',
  rows: [
    step('the list', ['loading', 'xstate.done.actor.loadSessions', 'shown']),
    step('the list could not be loaded', ['loading', 'xstate.error.actor.loadSessions', 'lost']),
    step('the list is loaded again', ['lost', 'retry.pressed', 'loading']),
    step('a processing state on the button', ['shown', 'end.pressed', 'ending']),
    step('a proof of identity is asked for', [
      'ending',
      'xstate.error.actor.endSessions',
      'proving',
    ]),
    step('the session is ended', ['ending', 'xstate.done.actor.endSessions', 'ended']),
    step('another session is ended', ['ended', 'end.pressed', 'ending']),
    step('the sheet is closed', ['ended', 'dialog.closed', 'closed']),
    step('the sheet is opened again', ['closed', 'open.pressed', 'loading']),
    {
      ...{ section: 8, spec: 'Where I am logged in: no connection', machine: 'sessions' },
      ...{ on: 'xstate.error.actor.endSessions', state: 'refused', shown: said },
      says: 'Network error, please try again later.',
      message: (snapshot) => {
        const refusal = selectRefusal(snapshot as never);
        return refusal && failureText(refusal);
      },
    },
  ],
};
