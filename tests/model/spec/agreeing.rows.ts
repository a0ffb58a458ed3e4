import { type Area, stepsOf } from './row.ts';

const asked = {
  file: 'tests/browser/agreement.test.ts',
  title: 'by keyboard alone, on the smallest phone: a member reads new terms and agrees',
};
const later = {
  file: 'tests/browser/agreement.test.ts',
  title: 'a member who does not agree can go on, and is asked again at the next start',
};

const step = stepsOf('agreement', 'New terms', asked, 1);

const DONE = 'xstate.done.actor.sendAgreement';
const FAILED = 'xstate.error.actor.sendAgreement';

/** New versions of terms and privacy that a member has not agreed to. */
export const agreeing: Area = {
  name: 'Terms and privacy that have changed',
  rows: [
    step('a processing state on the button', ['asking', 'agree.pressed', 'sending']),
    step('the member has agreed', ['sending', DONE, 'closed']),
    step('a later version was published meanwhile', ['sending', FAILED, 'refused']),
    step(
      'the sheet asks for the later version, and the message stays',
      ['refused', 'pages.shown', 'refused'],
      {
        leaves: {
          pages: 'terms:3,privacy:1',
          failure: { kind: 'refused', reason: 'agreement_needed' },
        },
      },
    ),
    step('the member agrees to the later version', ['refused', 'agree.pressed', 'sending'], {
      shown: later,
    }),
    step('the member closes the sheet without agreeing', ['asking', 'dialog.closed', 'closed'], {
      shown: later,
    }),
    step('a later version opens the closed sheet', ['closed', 'pages.shown', 'asking'], {
      shown: later,
    }),
    {
      section: 1,
      spec: 'New terms: the user is loaded again after the member has agreed',
      machine: 'agreement',
      news: { type: 'agreement.outdated' },
      reaches: { to: 'auth', event: { type: 'user.outdated' } },
      shown: asked,
    },
  ],
};
