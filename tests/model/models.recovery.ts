import { recoverMachine } from '../../machines/recover.machine.ts';
import { recoveryMachine } from '../../machines/recovery.machine.ts';
import type { Model } from './model.ts';
import { offline, refused } from './samples.ts';

export const recovery: Model = {
  machine: recoveryMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'fields.submitted', fields: { password: '' } },
    { type: 'fields.submitted', fields: { password: 'seven green lanterns' } },
    { type: 'print.pressed' },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    sendForm: {
      done: [['7K2M-9QXV-0RTB-4HWZ', 'M3XA-11PD-S0GE-88YC']],
      error: [refused('invalid_credentials'), offline],
    },
  },
  facts: ({ context }) => context,
};

const form = { username: 'ada', code: '7K2M-9QXV-0RTB-4HWZ', password: 'eleven paper boats' };

export const recover: Model = {
  machine: recoverMachine,
  events: [
    { type: 'fields.submitted', fields: { username: ' ', code: '', password: '' } },
    { type: 'fields.submitted', fields: { ...form, code: '' } },
    { type: 'fields.submitted', fields: form },
    { type: 'login.pressed' },
  ],
  outcomes: {
    sendForm: {
      done: [undefined],
      error: [
        refused('invalid_credentials'),
        refused('weak_password'),
        { kind: 'faulted', status: 400, fields: { password: 'at least 8 characters' } },
        offline,
      ],
    },
  },
  facts: ({ context }) => context,
};
