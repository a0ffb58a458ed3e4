import type { CallEnd } from '../../machines/debug-call.machine.ts';
import { debugCallMachine } from '../../machines/debug-call.machine.ts';
import { debugCallsMachine } from '../../machines/debug-calls.machine.ts';
import { maintenanceMachine } from '../../machines/maintenance.machine.ts';
import type { Model } from './model.ts';
import { refused } from './samples.ts';

const answered: CallEnd = {
  outcome: { kind: 'answered', data: { shares: 1 } },
  tookMs: 12,
  requestId: 'r1',
};
const failed: CallEnd = {
  outcome: { kind: 'failed', failure: refused('too_early', 700) },
  tookMs: 8,
  requestId: null,
};

export const debugCall: Model = {
  machine: debugCallMachine,
  input: { call: 'record', idPrefix: 'n' },
  events: [
    { type: 'call.submitted', fields: { videos_id: 1 }, problems: {}, isRepeat: false },
    { type: 'call.submitted', fields: { videos_id: 1 }, problems: {}, isRepeat: true },
    {
      type: 'call.submitted',
      fields: {},
      problems: { videos_id: 'videos_id is required' },
      isRepeat: false,
    },
    { type: 'cancel.pressed' },
  ],
  outcomes: { makeCall: { done: [answered, failed], error: [new Error('a defect')] } },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.attempt < 3,
};

const filled = { fields: { videos_id: 1 }, problems: {}, isRepeat: false };

export const debugCalls: Model = {
  machine: debugCallsMachine,
  input: { idPrefix: 'n' },
  events: [
    { type: 'form.submitted', form: 'record', call: 'record', ...filled },
    { type: 'form.submitted', form: 'checkIn-login', call: 'checkIn', ...filled },
  ],
  outcomes: {},
  facts: ({ context }) => context,
};

export const maintenance: Model = {
  machine: maintenanceMachine,
  events: [
    { type: 'action.pressed', action: { kind: 'clearKeys' } },
    { type: 'action.pressed', action: { kind: 'copyReport', text: 'a report' } },
    { type: 'confirm.pressed' },
    { type: 'cancel.pressed' },
  ],
  outcomes: { runAction: { done: [undefined], error: [new Error('not allowed')] } },
  facts: ({ context }) => context,
};
