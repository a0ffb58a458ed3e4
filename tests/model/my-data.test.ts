import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { DataFormat } from '../../contract/my-data.calls.ts';
import { myDataMachine } from '../../machines/my-data.machine.ts';
import { selectFailure, selectSaving } from '../../machines/my-data.selectors.ts';
import { selectState } from '../../machines/sheet.selectors.ts';
import { refused } from './samples.ts';
import { scripted } from './scenarios.ts';

test('each file is asked for by itself; a failure is said until the next press', async () => {
  const call = scripted<void, DataFormat>();
  const actor = createActor(myDataMachine.provide({ actors: { saveData: call.logic } })).start();
  const seen = () => {
    const state = actor.getSnapshot();
    return [selectState(state), selectSaving(state), selectFailure(state)];
  };
  actor.send({ type: 'save.pressed', format: 'json' });
  actor.send({ type: 'save.pressed', format: 'csv' });
  expect(seen()).toEqual(['saving', 'json', null]);
  await call.fail(refused('too_many_attempts', 60));
  expect(seen()).toEqual(['failed', null, refused('too_many_attempts', 60)]);
  actor.send({ type: 'save.pressed', format: 'csv' });
  expect(seen()).toEqual(['saving', 'csv', null]);
  await call.answer(undefined);
  expect(seen()).toEqual(['saved', null, null]);
  expect(call.inputs()).toEqual(['json', 'csv']);
});

test('whoever leaves while it is on its way gets no file', () => {
  const call = scripted<void, DataFormat>();
  const actor = createActor(myDataMachine.provide({ actors: { saveData: call.logic } })).start();
  actor.send({ type: 'save.pressed', format: 'json' });
  actor.send({ type: 'dialog.closed' });
  expect(actor.getSnapshot().children.saveData).toBeUndefined();
  actor.send({ type: 'open.pressed' });
  expect(selectState(actor.getSnapshot())).toBe('opened');
});
