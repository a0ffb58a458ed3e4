import { emailChangeMachine } from '../../machines/email-change.machine.ts';
import { emailConfirmationMachine } from '../../machines/email-confirmation.machine.ts';
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

export const emailChange: Model = {
  machine: emailChangeMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'fields.submitted', fields: { email: '' } },
    { type: 'fields.submitted', fields: { email: 'ada@new.example' } },
    { type: 'proof.ended', isGiven: true },
    { type: 'proof.ended', isGiven: false },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    sendForm: {
      done: [undefined],
      error: [
        refused('proof_too_old'),
        { kind: 'faulted', status: 400, fields: { email: 'an e-mail address' } },
        offline,
      ],
    },
  },
  facts: ({ context }) => context,
};

const present = { email: 'ada@example.org', confirmed: false };

export const emailConfirmation: Model = {
  machine: emailConfirmationMachine,
  events: [{ type: 'opened' }, { type: 'retry.pressed' }, { type: 'send.pressed' }],
  outcomes: {
    loadEmail: { done: [present, { ...present, confirmed: true }], error: [offline] },
    sendLink: {
      // each answer differs, because an invariant requires the newest
      done: [{ ...present }, { ...present, confirmed: true }],
      error: [refused('too_many_attempts'), offline],
    },
  },
  facts: ({ context }) => context,
};
