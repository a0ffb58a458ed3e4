import { emailLinkMachine } from '../../machines/email-link.machine.ts';
import type { Model } from './model.ts';
import { offline, refused } from './samples.ts';

export const emailLink: Model = {
  machine: emailLinkMachine,
  events: [{ type: 'link.pressed' }],
  outcomes: {
    takeLink: {
      done: [{ kind: 'confirm', code: 'a-code' }, { kind: 'undo', code: 'another' }, null],
      error: [new Error('no address')],
    },
    useLink: {
      done: [
        { isChanged: true, passwordCode: null },
        { isChanged: true, passwordCode: 'next' },
        { isChanged: false, passwordCode: null },
      ],
      error: [refused('link_over'), refused('too_many_attempts'), offline],
    },
  },
  facts: ({ context }) => context,
};
