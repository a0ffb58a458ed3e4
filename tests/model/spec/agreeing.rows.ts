import type { Area, Row } from './row.ts';

const asked = {
  file: 'tests/browser/agreement.test.ts',
  title: 'by keyboard alone: a member reads new terms and agrees, on the smallest phone too',
};
const later = {
  file: 'tests/browser/agreement.test.ts',
  title: 'whoever does not agree goes on, and is asked again when the app starts anew',
};

const step = (
  spec: string,
  [from, on, to]: readonly [string, string, string],
  shown: Row['shown'] = asked,
): Row =>
  ({ section: 1, spec: `New terms: ${spec}`, machine: 'agreement', from, on, to, shown }) as Row;

const DONE = 'xstate.done.actor.sendAgreement';
const FAILED = 'xstate.error.actor.sendAgreement';

/** What the operator has published anew, and members have not agreed to. */
export const agreeing: Area = {
  name: 'Terms and privacy that have changed',
  rows: [
    step('a processing state on the button', ['asking', 'agree.pressed', 'sending']),
    step('they are agreed to', ['sending', DONE, 'closed']),
    step('a later version was published meanwhile', ['sending', FAILED, 'refused']),
    {
      ...step('it is asked for in its place, and the message stays', [
        'refused',
        'pages.shown',
        'refused',
      ]),
      leaves: {
        pages: 'terms:3,privacy:1',
        failure: { kind: 'refused', reason: 'agreement_needed' },
      },
    } as Row,
    step('tried again', ['refused', 'agree.pressed', 'sending'], later),
    step('not now', ['asking', 'dialog.closed', 'closed'], later),
    step('a later version of what was closed', ['closed', 'pages.shown', 'asking'], later),
    {
      section: 1,
      spec: 'New terms: the user is asked for anew once they are agreed to',
      machine: 'agreement',
      news: { type: 'agreement.outdated' },
      reaches: { to: 'auth', event: { type: 'user.outdated' } },
      shown: asked,
    } as Row,
  ],
};
