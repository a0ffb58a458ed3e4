import { selectRefusal } from '../../../machines/email-link.selectors.ts';
import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area, Row } from './row.ts';

const file = 'tests/browser/email.test.ts';
const changed = { file, title: 'by keyboard alone: another email, and the way back' };
const wrong = { file, title: 'why a link does nothing is read where it is' };

const step = (
  spec: string,
  [from, on, to]: readonly [string, string, string],
  more: Partial<Row> = {},
): Row =>
  ({
    ...{ section: 4, spec: `Email: ${spec}`, machine: 'emailLink', from, on, to, shown: changed },
    ...more,
  }) as Row;

const TAKEN = 'xstate.done.actor.takeLink';
const USED = 'xstate.done.actor.useLink';
const FAILED = 'xstate.error.actor.useLink';

/** Links that come to an address: to confirm it, or to bring it back. */
export const emailing: Area = {
  name: 'Email',
  rows: [
    step('the page of a link', ['opening', TAKEN, 'asking']),
    step('the page without a link', ['opening', TAKEN, 'missing'], { shown: wrong }),
    step('a processing state on the button', ['asking', 'link.pressed', 'sending']),
    step('what it says is done', ['sending', USED, 'done'], { does: ['checkSession'] }),
    step('it was used, or is too old', ['sending', FAILED, 'over'], { shown: wrong }),
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
