import { createMachine } from 'xstate';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { forgotMachine } from '../../machines/forgot.machine.ts';
import { landingMachine } from '../../machines/landing.machine.ts';
import { passwordMachine } from '../../machines/password.machine.ts';
import { reportMachine } from '../../machines/report.machine.ts';
import { resetMachine } from '../../machines/reset.machine.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import type { Model } from './model.ts';
import { offline, refused, video } from './samples.ts';

export const share: Model = {
  machine: shareMachine,
  events: [
    ...['share.pressed', 'copy.pressed', 'send.pressed', 'dialog.closed', 'screen.left'].map(
      (type) => ({ type }),
    ),
    { type: 'visibility.changed', isVisible: false, atMs: 10_000, day: '2026-01-02' },
    { type: 'visibility.changed', isVisible: true, atMs: 11_999, day: '2026-01-02' },
    { type: 'visibility.changed', isVisible: true, atMs: 12_000, day: '2026-01-02' },
  ],
  outcomes: {
    copyLink: { done: [undefined], error: [new Error('not allowed')] },
    sendLink: { done: ['sent', 'dismissed'], error: [new Error('not allowed')] },
  },
  facts: ({ context }) => context,
};

export const dailyShare = (lastDay: string | null): Model => ({
  machine: dailyShareMachine,
  input: { lastDay, idPrefix: 'n' },
  events: [
    { type: 'share.made', day: '2026-01-02' },
    { type: 'share.made', day: '2026-01-03' },
    // claims of this page, and of an earlier one
    ...['n-share-1-1', 'o-share-1-1'].flatMap((id) => [
      { type: 'share.paid', id },
      { type: 'share.refusedElsewhere', id },
      ...[refused('already_claimed'), refused('claim_expired')].map((failure) => ({
        type: 'share.refused',
        id,
        failure,
      })),
    ]),
  ],
  outcomes: { incrementShare: { done: [undefined], error: [offline] } },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.made < 2 && context.uncounted.length < 2,
});

const offer = {
  inviter: { username: 'ad*ce', slogan: 'Watch with me' },
  video: video(1),
  watch_seconds: 5,
  register_reward: '1.0000',
  watch_reward: '0.1000',
  total: '1.1000',
  watch_ticket: 'ticket',
};

export const landing: Model = {
  machine: landingMachine,
  mocks: { video: createMachine({ context: { watchedMs: 0, video: video(1) } }) },
  input: { idPrefix: 'n', waitsForTap: false },
  events: [
    { type: 'retry.pressed' },
    { type: 'register.pressed' },
    { type: 'connectivity.restored' },
    { type: 'visibility.changed', isVisible: true },
    { type: 'visibility.changed', isVisible: false },
    ...[0, 5_000].map((watchedMs) => ({
      type: 'xstate.snapshot.clip',
      snapshot: { context: { watchedMs, video: video(1) } },
    })),
  ],
  outcomes: {
    loadOffer: { done: [offer], error: [refused('invalid_invite_code'), offline] },
  },
};

export const reset: Model = {
  machine: resetMachine,
  events: [
    { type: 'fields.submitted', fields: { password: '' } },
    { type: 'fields.submitted', fields: { password: 'eleven paper boats' } },
    { type: 'login.pressed' },
  ],
  outcomes: {
    takeCode: { done: ['a-code', null], error: [new Error('no address')] },
    sendForm: {
      done: [undefined],
      error: [
        refused('link_over'),
        refused('invalid_credentials'),
        refused('weak_password'),
        { kind: 'faulted', status: 400, fields: { password: 'at least 8 characters' } },
        offline,
      ],
    },
  },
  facts: ({ context }) => context,
};

export const forgot: Model = {
  machine: forgotMachine,
  events: [
    { type: 'fields.submitted', fields: { email: ' ' } },
    { type: 'fields.submitted', fields: { email: 'ada@example.org' } },
  ],
  outcomes: {
    sendForm: {
      done: [undefined],
      error: [
        refused('too_many_attempts'),
        { kind: 'faulted', status: 400, fields: { email: 'an e-mail address' } },
        offline,
      ],
    },
  },
  facts: ({ context }) => context,
};

export const password: Model = {
  machine: passwordMachine,
  events: [
    { type: 'open.pressed' },
    { type: 'fields.submitted', fields: { new_password: '' } },
    { type: 'fields.submitted', fields: { new_password: 'eleven paper boats' } },
    { type: 'proof.ended', isGiven: true },
    { type: 'proof.ended', isGiven: false },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    sendForm: {
      done: [undefined],
      error: [
        refused('proof_too_old'),
        refused('weak_password'),
        refused('too_many_attempts'),
        { kind: 'faulted', status: 400, fields: { new_password: 'at least 8 characters' } },
        offline,
      ],
    },
  },
  facts: ({ context }) => context,
};

const reported = { kind: 'clip', id: 7 };

export const report: Model = {
  machine: reportMachine,
  input: { item: reported },
  events: [
    { type: 'report.pressed', item: reported },
    { type: 'report.pressed', item: { kind: 'ad', id: 9 } },
    { type: 'fields.submitted', fields: { reason: '', text: '' } },
    { type: 'fields.submitted', fields: { reason: 'other', text: ' ' } },
    { type: 'fields.submitted', fields: { reason: 'other', text: 'It shows my house' } },
    { type: 'fields.submitted', fields: { reason: 'violent', text: '' } },
    { type: 'dialog.closed' },
  ],
  outcomes: {
    sendForm: {
      done: [undefined],
      error: [refused('too_many_attempts'), refused('unknown_video'), offline],
    },
  },
  facts: ({ context }) => context,
};
