import type { Objection } from '../../contract/objection.ts';
import { type ObjectedItem, objectionMachine } from '../../machines/objection.machine.ts';
import type { Model } from './model.ts';
import { offline, refused } from './samples.ts';

export const openObjection: Objection = {
  text: 'as the server has it',
  status: 'open',
  created_at: '2026-03-15T12:00:00.000Z',
  decide_at: '2026-03-18T12:00:00.000Z',
  decided_at: null,
  answer: null,
};
const dismissed: Objection = {
  ...openObjection,
  ...{ status: 'dismissed', decide_at: null },
  ...{ decided_at: '2026-03-16T12:00:00.000Z', answer: 'Nobody had watched them' },
};

const rejected: ObjectedItem = { kind: 'withdrawal', id: 7, objection: null };
const submitted = (text: string, who = {}) =>
  ({ type: 'fields.submitted', fields: { text, ...who } }) as const;

export const objection: Model = {
  machine: objectionMachine,
  input: { item: rejected },
  events: [
    { type: 'objection.pressed', item: rejected },
    { type: 'objection.pressed', item: { kind: 'correction', id: 7, objection: dismissed } },
    { type: 'objection.pressed', item: { kind: 'block', id: null, objection: null } },
    submitted(' '),
    submitted('I watched them'),
    submitted('I watched them', { username: 'ada', password: 'seven green lanterns' }),
    { type: 'dialog.closed' },
  ],
  outcomes: {
    sendForm: {
      done: [openObjection, null],
      error: [
        refused('not_objectable'),
        refused('too_many_attempts'),
        { kind: 'timeout' },
        offline,
      ],
    },
  },
  facts: ({ context }) => context,
};

/** A sheet for an item that already has an objection. */
export const objected: Model = {
  ...objection,
  input: { item: { ...rejected, objection: openObjection } },
};
