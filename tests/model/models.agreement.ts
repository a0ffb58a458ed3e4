import { agreementMachine } from '../../machines/agreement.machine.ts';
import type { Model } from './model.ts';
import { offline, refused } from './samples.ts';

export const agreement: Model = {
  machine: agreementMachine,
  input: { pages: 'terms:2' },
  events: [
    { type: 'pages.shown', pages: 'terms:2' },
    { type: 'pages.shown', pages: 'terms:3,privacy:1' },
    { type: 'agree.pressed' },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    sendAgreement: { done: [undefined], error: [refused('agreement_needed'), offline] },
  },
  facts: ({ context }) => context,
};
