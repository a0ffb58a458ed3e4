import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { selectMissing } from '../../machines/form.selectors.ts';
import { type ReportedItem, reportMachine } from '../../machines/report.machine.ts';
import { selectReported } from '../../machines/report.selectors.ts';
import { selectRefusal, selectState } from '../../machines/sheet.selectors.ts';
import { refused } from './samples.ts';
import { scripted } from './scenarios.ts';

const clip: ReportedItem = { kind: 'clip', id: 7 };

function open() {
  const call = scripted<void, ReportedItem & { reason: string; text: string }>();
  const logic = reportMachine.provide({ actors: { sendForm: call.logic } });
  const actor = createActor(logic, { input: { item: clip } }).start();
  const submit = (reason: 'violent' | 'other' | '', text = '') =>
    actor.send({ type: 'fields.submitted', fields: { reason, text } });
  const seen = () => {
    const state = actor.getSnapshot();
    return [selectState(state), selectMissing(state), selectRefusal(state)];
  };
  return { actor, call, submit, seen };
}

test('what is missing is said, then what the server says, until it is taken', async () => {
  const { actor, call, submit, seen } = open();
  submit('', 'ugly');
  expect(seen()).toEqual(['incomplete', ['reason'], null]);
  submit('other', '  ');
  expect(seen()).toEqual(['incomplete', ['text'], null]);
  submit('other', 'ugly');
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['sending', [], null]);
  await call.fail(refused('too_many_attempts'));
  expect(seen()).toEqual(['refused', [], refused('too_many_attempts')]);
  submit('violent');
  await call.answer(undefined);
  expect(seen()).toEqual(['sent', [], null]);
  expect(call.inputs()).toEqual([
    { ...clip, reason: 'other', text: 'ugly' },
    { ...clip, reason: 'violent', text: '' },
  ]);
});

test('opened again it is about something else, and says nothing of what was before', async () => {
  const { actor, call, submit, seen } = open();
  submit('violent');
  await call.fail(refused('unknown_video'));
  actor.send({ type: 'report.pressed', item: { kind: 'ad', id: 9 } });
  expect(selectReported(actor.getSnapshot())).toEqual(clip);
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['closed', [], null]);
  actor.send({ type: 'report.pressed', item: { kind: 'ad', id: 9 } });
  expect(seen()).toEqual(['editing', [], null]);
  expect(selectReported(actor.getSnapshot())).toEqual({ kind: 'ad', id: 9 });
});
