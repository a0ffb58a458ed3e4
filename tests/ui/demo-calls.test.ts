import { describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import * as contract from '../../contract/calls.ts';
import { type Filled, fieldsOf, formsOf, problemsOf } from '../../src/debug/calls/call-fields.ts';
import { groupCalls, titleOf } from '../../src/debug/calls/call-groups.ts';

const calls: Record<string, Call> = contract;

const filled = (values: Record<string, string>): Filled => ({
  get: (name) => values[name] ?? null,
  has: (name) => name in values,
});

const onlyForm = (call: Call) => {
  const [form, ...others] = formsOf(call);
  if (!form || others.length > 0) throw new Error(`${call.path} does not have exactly one form`);
  return form;
};

describe('a form', () => {
  test.each(Object.entries(calls))('for %s has every field of its schema', (_, call) => {
    const shape = call.takes as unknown as { entries?: object; options?: { entries: object }[] };
    const entries = shape.options?.map((option) => option.entries) ?? [shape.entries ?? {}];
    expect(
      formsOf(call).map(({ fixed, fields }) =>
        [...Object.keys(fixed), ...fields.map(({ name }) => name)].sort(),
      ),
    ).toEqual(entries.map((each) => Object.keys(each).sort()));
  });

  test.each(Object.values(calls).filter(({ method }) => method === 'GET'))(
    'of $path can be sent with its initial values, except for an invite code',
    (call) => {
      const form = onlyForm(call);
      const values = form.fields.map(({ name, initial }) => [name, initial]);
      const fields = fieldsOf(form, filled(Object.fromEntries(values)));
      const isAsked = form.fields.some(({ isOptional }) => !isOptional);
      expect(Object.keys(problemsOf(call, form, fields))).toEqual(isAsked ? ['invite_code'] : []);
    },
  );
});

test('a form has numbers, choices, flags, secrets, defaults and optional fields', () => {
  expect(onlyForm(contract.rewardLogs).fields).toEqual([
    {
      name: 'page',
      kind: 'number',
      isOptional: true,
      isSecret: false,
      initial: '1',
      choices: [],
    },
    {
      name: 'limit',
      kind: 'number',
      isOptional: true,
      isSecret: false,
      initial: '10',
      choices: [],
    },
    {
      name: 'before',
      kind: 'text',
      isOptional: true,
      isSecret: false,
      initial: '',
      choices: [],
    },
    {
      name: 'type',
      kind: 'choice',
      isOptional: true,
      isSecret: false,
      initial: '',
      choices: expect.arrayContaining(['watch_ad', 'share_reward']),
    },
  ]);
  const [login, register] = formsOf(contract.checkIn);
  expect([login?.fixed, register?.fixed]).toEqual([{ tab: 'login' }, { tab: 'register' }]);
  expect(
    register?.fields.map(({ name, kind, isOptional, isSecret }) => [
      name,
      kind,
      isOptional,
      isSecret,
    ]),
  ).toEqual([
    ['username', 'text', false, false],
    ['email', 'text', false, false],
    ['password', 'text', false, true],
    ['proof', 'text', true, false],
    ['agreed', 'text', true, false],
    ['age', 'number', true, false],
    ['keep', 'flag', true, false],
    ['language', 'text', true, false],
    ['country', 'text', true, false],
    ['invite_code', 'text', true, false],
  ]);
});

test('a filled form is sent as JSON values: numbers, flags, and no field that was left out', () => {
  const form = onlyForm(contract.invitedUsers);
  expect(fieldsOf(form, filled({ page: '2', limit: '', level: 'x' }))).toEqual({
    page: 2,
    level: 'x',
  });
  const [login] = formsOf(contract.checkIn);
  if (!login) throw new Error('checkIn has no form');
  expect(fieldsOf(login, filled({ username: 'ada', password: 'p', keep: 'on' }))).toEqual({
    tab: 'login',
    username: 'ada',
    password: 'p',
    keep: true,
  });
});

test('a form that the contract does not accept names the problem of each field', () => {
  const [login, register] = formsOf(contract.checkIn);
  if (!login || !register) throw new Error('checkIn does not have both forms');
  const empty = filled({});
  expect(problemsOf(contract.checkIn, login, fieldsOf(login, empty))).toEqual({
    username: 'username is required.',
    password: 'password is required.',
  });
  expect(problemsOf(contract.checkIn, register, fieldsOf(register, empty))).toEqual({
    username: 'username is required.',
    email: 'email is required.',
    password: 'password is required.',
  });
  const ads = onlyForm(contract.getAdList);
  expect(problemsOf(contract.getAdList, ads, { limit: 101, page: 'two', where: 1 })).toEqual({
    where: 'where is no field of this call.',
    page: 'Expected: a whole number.',
    limit: 'Expected: at most 100.',
  });
  const token = onlyForm(contract.updateFcmToken);
  expect(
    problemsOf(contract.updateFcmToken, token, fieldsOf(token, filled({ fcm_token: '' }))),
  ).toEqual({});
});

describe('groups', () => {
  test('hold every call once, in an order that does not depend on the contract’s', () => {
    const groups = groupCalls(contract);
    expect(groups.map(({ title }) => title)).toEqual([
      'Account',
      'Videos',
      'Ads',
      'Invites & shares',
      'Tasks',
      'Claims',
      'Withdrawals',
      'Reports',
    ]);
    expect(groups.flatMap((group) => group.calls.map(({ name }) => name)).sort()).toEqual(
      Object.keys(calls).sort(),
    );
  });

  test('take a call of an unknown resource', () => {
    const call = { ...contract.logout, path: '/api/game/start' as const };
    expect(groupCalls({ logout: call })).toEqual([
      { id: 'game', title: 'Game', calls: [{ name: 'logout', call }] },
    ]);
  });
});

test('the title of a call is its name in words', () => {
  expect(['info', 'watchAdReward', 'updateFcmToken'].map(titleOf)).toEqual([
    'Info',
    'Watch ad reward',
    'Update fcm token',
  ]);
});
