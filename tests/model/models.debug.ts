import type { CallEnd } from '../../machines/debug-call.machine.ts';
import { debugCallMachine } from '../../machines/debug-call.machine.ts';
import { errandMachine } from '../../machines/errand.machine.ts';
import type { Model } from './model.ts';
import { refused } from './samples.ts';

const answered: CallEnd = { outcome: { kind: 'answered', data: { shares: 1 } }, tookMs: 12 };
const failed: CallEnd = {
  outcome: { kind: 'failed', failure: refused('too_early', 700) },
  tookMs: 8,
};

export const debugCall: Model = {
  machine: debugCallMachine,
  input: { call: 'record', nonce: 'n' },
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

export const errand: Model = {
  machine: errandMachine,
  events: [
    { type: 'errand.pressed', errand: { kind: 'clearKeys' } },
    { type: 'errand.pressed', errand: { kind: 'copyReport', text: 'a report' } },
    { type: 'confirm.pressed' },
    { type: 'cancel.pressed' },
  ],
  outcomes: { runErrand: { done: [undefined], error: [new Error('not allowed')] } },
  facts: ({ context }) => context,
};
