import { deletionMachine } from '../../machines/deletion.machine.ts';
import { myDataMachine } from '../../machines/my-data.machine.ts';
import { registrationMachine } from '../../machines/registration.machine.ts';
import { sessionsMachine } from '../../machines/sessions.machine.ts';
import { statementMachine } from '../../machines/statement.machine.ts';
import type { Model } from './model.ts';
import { offline, openSession, refused, user } from './samples.ts';
import { statementOf } from './statement.samples.ts';

const losses = (held: string | null) => ({
  balance: '3.4500',
  coming: '0.5000',
  friends: 4,
  held,
});
const here = openSession('a', { here: true });
const other = openSession('b');

export const sessions: Model = {
  machine: sessionsMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'retry.pressed' },
    { type: 'end.pressed', session: null },
    { type: 'end.pressed', session: here.session },
    { type: 'end.pressed', session: other.session },
    { type: 'proof.ended', isGiven: true },
    { type: 'proof.ended', isGiven: false },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    loadSessions: { done: [[here], [here, other, openSession('c')]], error: [offline] },
    endSessions: { done: [undefined], error: [refused('proof_too_old'), offline] },
  },
  facts: ({ context }) => context,
};

export const statement: Model = {
  machine: statementMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'year.picked', year: 2025 },
    { type: 'retry.pressed' },
    { type: 'file.pressed' },
    { type: 'print.pressed' },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    loadStatement: { done: [statementOf(2026), statementOf(2025)], error: [offline] },
  },
  facts: ({ context: { year, statement: told, failure } }) => ({ year, of: told?.year, failure }),
};

export const myData: Model = {
  machine: myDataMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'save.pressed', format: 'json' },
    { type: 'save.pressed', format: 'csv' },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    saveData: { done: [undefined], error: [refused('too_many_attempts'), offline] },
  },
  facts: ({ context }) => context,
};

export const deletion: Model = {
  machine: deletionMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'retry.pressed' },
    { type: 'delete.pressed' },
    { type: 'confirm.pressed' },
    { type: 'proof.ended', isGiven: true },
    { type: 'proof.ended', isGiven: false },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    loadLosses: { done: [losses(null), losses('2.0000')], error: [offline] },
    deleteAccount: {
      done: [undefined],
      error: [refused('proof_too_old'), refused('pending_exists'), offline],
    },
    eraseDeviceData: { done: [undefined], error: [new Error('blocked')] },
  },
  facts: ({ context }) => context,
};

export const registration: Model = {
  machine: registrationMachine,
  input: {
    form: {
      ...{ username: 'ada', password: 'correct horse', confirmation: 'correct horse', keep: true },
      ...{ email: 'ada@example.org', inviteCode: '' },
    },
  },
  events: [],
  outcomes: {
    sendForm: {
      done: [user],
      error: [
        { ...refused('proof_needed'), challenge: 'a challenge' },
        refused('proof_needed'),
        refused('username_taken'),
        offline,
      ],
    },
    solve: { done: ['a proof'], error: [new Error('there are no workers')] },
  },
  facts: ({ context }) => context,
};
