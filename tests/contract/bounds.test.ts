import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as calls from '../../contract/calls.ts';

const byName = { ...calls };
const text = (length: number) => 'a'.repeat(length);
const EMAIL = '@example.org';
const PASSWORD = 'correct horse';
const known = { tab: 'login', username: 'somebody', password: PASSWORD };
const anew = { ...known, tab: 'register', email: `somebody${EMAIL}` };
const account = { country: 'KE', method: 'm_pesa', recipient_name: 'A Name', account: 'x' };
const keys = { p256dh: text(87), auth: text(22) };
const claim = { call: 'claimTask', id: 'x', key: 'k' };

/** Limits of fields, each with an accepted value at the limit and a refused value beyond it. */
const bounds = [
  ['updateWdinfo', 'account', account, text(254), text(255)],
  ['updateWdinfo', 'recipient_name', account, text(120), text(121)],
  ['updateWdinfo', 'method', account, text(64), text(65)],
  ['updateWdinfo', 'recipient_name', account, 'x', ' '],
  ['updateWdinfo', 'account', account, 'x', ' '],
  ['checkIn', 'username', known, text(254), text(255)],
  ['checkIn', 'username', known, 'a', ' '],
  ['checkIn', 'password', known, text(128), text(129)],
  ['checkIn', 'password', known, 'a', ''],
  ['checkIn', 'username', anew, text(32), text(33)],
  ['checkIn', 'username', anew, text(3), text(2)],
  ['checkIn', 'email', anew, `${text(242)}${EMAIL}`, `${text(243)}${EMAIL}`],
  ['checkIn', 'password', anew, text(128), text(129)],
  ['checkIn', 'password', anew, text(8), text(7)],
  ['checkIn', 'invite_code', anew, text(32), text(33)],
  ['updateFcmToken', 'fcm_token', {}, text(4096), text(4097)],
  ['updatePushSubscription', 'endpoint', keys, `https://${text(2040)}`, `https://${text(2041)}`],
  ['handleLoginReward', 'watch_ticket', {}, text(512), text(513)],
  ['claimTask', 'task', {}, text(64), text(65)],
  ['sendClaims', 'claims', {}, Array(20).fill(claim), Array(21).fill(claim)],
  ['sendClaims', 'claims', {}, [claim], []],
  ['landing', 'invite_code', {}, text(32), text(33)],
  ['landing', 'invite_code', {}, 'x', ''],
  ['invitedUsers', 'level', {}, 3, 4],
  ['invitedUsers', 'page', {}, 1_000_000, 1_000_001],
  ['invitedUsers', 'page', {}, 1, 0],
  ['invitedUsers', 'limit', {}, 100, 101],
  ['invitedUsers', 'limit', {}, 1, 0],
  ['record', 'videos_id', {}, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1],
  ['record', 'videos_id', {}, 1, 0],
] as const;

test.each(bounds)('%s: %s has exactly this limit', (name, field, others, last, beyond) => {
  const takes = (value: unknown) => v.is(byName[name].takes, { ...others, [field]: value });
  expect([takes(last), takes(beyond)]).toEqual([true, false]);
});
