import type { Passkey } from '../../contract/passkey.calls.ts';
import { passkeyLoginMachine } from '../../machines/passkey-login.machine.ts';
import { passkeysMachine } from '../../machines/passkeys.machine.ts';
import { proofMachine } from '../../machines/proof.machine.ts';
import type { Model } from './model.ts';
import { offline, refused } from './samples.ts';

const passkey = (name: string): Passkey => ({
  ...{ passkey: name, name, used_at: null },
  created_at: '2026-03-15T00:10:00.000Z',
});
const one = [passkey('a')];
const two = [passkey('b'), passkey('a')];
const ten = Array.from('abcdefghij', passkey);

export const passkeys: Model = {
  machine: passkeysMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'retry.pressed' },
    { type: 'add.pressed' },
    { type: 'back.pressed' },
    { type: 'fields.submitted', fields: { password: '' } },
    { type: 'fields.submitted', fields: { password: 'seven green lanterns' } },
    { type: 'name.pressed', passkey: 'a' },
    { type: 'name.pressed', passkey: 'b' },
    { type: 'name.pressed', passkey: 'unknown' },
    { type: 'name.submitted', name: ' ' },
    { type: 'name.submitted', name: ' phone ' },
    { type: 'remove.pressed', passkey: 'a' },
    { type: 'remove.pressed', passkey: 'b' },
    { type: 'remove.pressed', passkey: 'unknown' },
    { type: 'proof.ended', isGiven: true },
    { type: 'proof.ended', isGiven: false },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    loadPasskeys: { done: [[], one, ten], error: [offline] },
    sendForm: { done: ['{}'], error: [refused('invalid_credentials'), offline] },
    makePasskey: { done: ['made'], error: [new Error('not wanted')] },
    addPasskey: { done: [two, ten], error: [refused('invalid_credentials'), offline] },
    renamePasskey: { done: [{ passkey: 'a', name: 'phone' }], error: [offline] },
    removePasskey: { done: [undefined], error: [refused('proof_too_old'), offline] },
  },
  facts: ({ context }) => context,
};

export const passkeyLogin: Model = {
  machine: passkeyLoginMachine,
  events: [
    { type: 'screen.seen' },
    { type: 'screen.left' },
    { type: 'keep.changed', keep: false },
    { type: 'passkey.pressed' },
  ],
  outcomes: {
    askOptions: { done: ['{}'], error: [offline] },
    fillIn: { done: ['filled in'], error: [new Error('none is offered')] },
    choose: { done: ['chosen'], error: [new Error('not wanted')] },
  },
  facts: ({ context }) => context,
};

export const proof: Model = {
  machine: proofMachine,
  input: { recipient: 'deletion' },
  events: [
    { type: 'proof.requested', recipient: 'deletion' },
    { type: 'proof.requested', recipient: 'sessions' },
    { type: 'passkey.pressed' },
    { type: 'fields.submitted', fields: { password: '' } },
    { type: 'fields.submitted', fields: { password: 'seven green lanterns' } },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    askOptions: { done: ['{}', null], error: [offline] },
    sendForm: { done: [undefined], error: [refused('invalid_credentials'), offline] },
    choose: { done: ['signed'], error: [new Error('not wanted')] },
    sendSigned: { done: [undefined], error: [refused('invalid_credentials'), offline] },
  },
  facts: ({ context }) => context,
};
