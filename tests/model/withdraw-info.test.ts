import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { WithdrawalMethod, WithdrawInfo } from '../../contract/shapes.ts';
import {
  type WithdrawInfoEmitted,
  type WithdrawInfoForm,
  withdrawInfoMachine,
} from '../../machines/withdraw-info.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { info, methods, offline, refused } from './samples.ts';
import { clock, scripted } from './scenarios.ts';

interface Loaded {
  info: WithdrawInfo | null;
  methods: WithdrawalMethod[];
  country: string | null;
}

function start() {
  const load = scripted<Loaded, { country: string | null }>();
  const save = scripted<WithdrawInfo, { form: WithdrawInfoForm }>();
  const time = clock();
  const actor = createActor(
    withdrawInfoMachine.provide({
      actors: { loadWithdrawInfo: load.logic, saveWithdrawInfo: save.logic },
    }),
    { clock: time, input: { country: 'DE' } },
  );
  const news: WithdrawInfoEmitted[] = [];
  hearAsRoot<WithdrawInfoEmitted>(actor, (event) => news.push(event));
  actor.start();
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  const type = (form: Partial<WithdrawInfoForm>) => {
    for (const [field, value] of Object.entries(form)) {
      actor.send({ type: 'field.changed', field: field as keyof WithdrawInfoForm, value });
    }
  };
  return { actor, load, save, time, news, state, context, type };
}

const [method] = methods as [WithdrawalMethod];
const [country] = method.countries as [string];
const empty = { country: '', method: '', recipient_name: '', account: '' };
const filled = {
  country,
  method: method.method,
  recipient_name: 'Ada',
  account: 'ada@example.org',
};

async function editing(loaded: Partial<Loaded> = {}) {
  const all = start();
  await all.load.answer({ info: null, methods, country, ...loaded });
  all.actor.send({ type: 'edit.pressed' });
  expect(all.state()).toBe('editing');
  return all;
}

/** All is filled in and sent. */
async function saving() {
  const all = await editing();
  all.type(filled);
  all.actor.send({ type: 'save.pressed' });
  expect([all.state(), all.save.inputs()]).toEqual(['saving', [{ form: filled }]]);
  return all;
}

test('what is set is shown as set, and nothing as missing', async () => {
  for (const [known, state] of [
    [info, 'set'],
    [null, 'missing'],
  ] as const) {
    const { load, state: now, context } = start();
    expect([now(), load.inputs()]).toEqual(['loading', [{ country: 'DE' }]]);
    await load.answer({ info: known, methods, country });
    expect([now(), context().info, context().methods]).toEqual([state, known, methods]);
  }
});

test.each(['retry.pressed', 'data.outdated'] as const)(
  'what cannot be loaded, or not in time, is loaded again at %s; no connection is not told',
  async (type) => {
    const { actor, load, news, state, context } = start();
    await load.fail(offline);
    expect([state(), context().failure]).toEqual(['failed', offline]);
    actor.send({ type });
    await load.fail({ kind: 'timeout' });
    expect([state(), context().failure]).toEqual(['failed', { kind: 'timeout' }]);
    expect(news).toEqual([{ type: 'withdrawInfo.failed', failure: { kind: 'timeout' } }]);
    actor.send({ type });
    await load.answer({ info, methods, country: null });
    expect([state(), context().failure]).toEqual(['set', null]);
  },
);

test('the form begins with what is set, but for the account, or with a country that is served', async () => {
  const set = await editing({ info });
  expect(set.context().form).toEqual({
    country: info.country,
    method: info.method,
    recipient_name: info.recipient_name,
    account: '',
  });
  expect((await editing()).context().form).toEqual({ ...empty, country });
  expect((await editing({ country: 'AQ' })).context().form).toEqual(empty);
  expect((await editing({ country: null })).context().form).toEqual(empty);
});

test('another country empties the method, another method the account, a name neither', async () => {
  const { context, type } = await editing();
  type(filled);
  expect(context().form).toEqual(filled);
  type({ recipient_name: 'Bo' });
  expect(context().form).toEqual({ ...filled, recipient_name: 'Bo' });
  type({ method: 'other' });
  expect(context().form).toMatchObject({ country, method: 'other', account: '' });
  type({ account: 'x', country: 'AQ' });
  expect(context().form).toMatchObject({ country: 'AQ', method: '', account: '' });
});

test('what is missing or wrong is said, sends nothing, and is forgotten as something is typed', async () => {
  const { actor, context, state, save, type } = await editing({ country: null });
  actor.send({ type: 'save.pressed' });
  expect([state(), save.inputs()]).toEqual(['editing', []]);
  expect(context().problems).toEqual({
    country: 'countryRequired',
    method: 'methodRequired',
    recipient_name: 'nameRequired',
    account: 'accountRequired',
  });
  type({ recipient_name: 'Ada' });
  expect(context().problems).toEqual({});
  type({ ...filled, account: '?' });
  actor.send({ type: 'save.pressed' });
  expect(context().problems).toEqual({ account: 'accountInvalid' });
  actor.send({ type: 'cancel.pressed' });
  expect(state()).toBe('renewing');
  actor.send({ type: 'edit.pressed' });
  expect([context().problems, context().form]).toEqual([{}, empty]);
});

test('what is saved is set and told, and why it failed before is forgotten', async () => {
  const { actor, save, state, context, news, type } = await saving();
  const failure = refused('invalid_account');
  await save.fail(failure);
  expect([state(), context().failure, context().form]).toEqual(['editing', failure, filled]);
  actor.send({ type: 'save.pressed' });
  await save.answer(info);
  expect([state(), context().info, context().failure]).toEqual(['set', info, null]);
  expect(news).toEqual([{ type: 'withdrawInfo.failed', failure }, { type: 'withdrawInfo.saved' }]);
  type({ account: 'x' });
  expect(context().form).toEqual(filled);
});

test('a failure is forgotten as something is typed, and when the form is opened anew', async () => {
  const { actor, save, context, type } = await saving();
  await save.fail(offline);
  type({ account: 'eve@example.org' });
  expect(context().failure).toBeNull();
  actor.send({ type: 'save.pressed' });
  await save.fail(offline);
  actor.send({ type: 'cancel.pressed' });
  actor.send({ type: 'edit.pressed' });
  expect(context().failure).toBeNull();
});

test('a form that is not saved in time keeps all that was typed', async () => {
  const { save, state, context } = await saving();
  await save.fail({ kind: 'timeout' });
  expect([state(), context().failure, context().form]).toEqual([
    'editing',
    { kind: 'timeout' },
    filled,
  ]);
});
