import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { Objection } from '../../contract/objection.ts';
import type { Fields } from '../../machines/form.ts';
import { ROOT } from '../../machines/notify.ts';
import { type ObjectedItem, objectionMachine } from '../../machines/objection.machine.ts';
import { selectObjected } from '../../machines/objection.selectors.ts';
import { selectRefusal, selectState } from '../../machines/sheet.selectors.ts';
import { openObjection } from './models.objection.ts';
import { offline, refused } from './samples.ts';
import { controlledPromise } from './scenarios.ts';

const rejected: ObjectedItem = { kind: 'withdrawal', id: 7, objection: null };

type Sent = Pick<ObjectedItem, 'kind' | 'id'> & Fields<'text' | 'username' | 'password'>;

function open(item: ObjectedItem) {
  const call = controlledPromise<Objection | null, Sent>();
  const heard: string[] = [];
  const logic = objectionMachine.provide({ actors: { sendForm: call.logic } });
  const root = createMachine({
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
    invoke: { id: 'objection', src: logic, input: { item } },
  });
  const system = createActor(root, { systemId: ROOT }).start();
  const actor = system.getSnapshot().children.objection as ReturnType<
    typeof createActor<typeof objectionMachine>
  >;
  const submit = (text: string) =>
    actor.send({ type: 'fields.submitted', fields: { text } as Sent });
  const state = () => selectState(actor.getSnapshot());
  const press = (pressed: ObjectedItem) => {
    actor.send({ type: 'dialog.closed' });
    actor.send({ type: 'objection.pressed', item: pressed });
    return [state(), selectObjected(actor.getSnapshot())];
  };
  return { actor, call, heard, submit, state, press };
}

test('after a lost answer the form can be sent again, and the server’s objection is shown', async () => {
  const { actor, call, heard, submit, state } = open(rejected);
  submit('I watched them');
  await call.fail(offline);
  expect(selectRefusal(actor.getSnapshot())).toEqual(offline);
  expect(heard).toEqual([]);
  submit('I watched each of them');
  await call.answer(openObjection);
  expect([state(), heard]).toEqual(['sent', ['objection.made']]);
  expect(selectObjected(actor.getSnapshot())).toEqual({ ...rejected, objection: openObjection });
  const { kind, id } = rejected;
  expect(call.inputs()).toEqual([
    { kind, id, text: 'I watched them' },
    { kind, id, text: 'I watched each of them' },
  ]);
});

test('a reopened sheet shows the objection that was just made; another case has none', async () => {
  const { call, submit, press } = open(rejected);
  submit('I watched them');
  await call.answer(openObjection);
  expect(press(rejected)).toEqual(['told', { ...rejected, objection: openObjection }]);
  for (const other of [
    { ...rejected, id: 8 },
    { ...rejected, kind: 'correction' },
  ] satisfies ObjectedItem[]) {
    expect(press(other)).toEqual(['editing', other]);
  }
  const upheld = { ...rejected, objection: { ...openObjection, status: 'upheld' as const } };
  expect(press(upheld)).toEqual(['told', upheld]);
});

test('a refused objection is not reported as made, and an existing one is not sent again', async () => {
  const late = open(rejected);
  late.submit('I watched them');
  await late.call.fail(refused('not_objectable'));
  expect([late.state(), late.heard]).toEqual(['refused', []]);
  const before = open({ ...rejected, objection: openObjection });
  before.submit('I watched them');
  expect([before.state(), before.call.inputs()]).toEqual(['told', []]);
});
