import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Statement } from '../../contract/statement.calls.ts';
import { selectLoss, selectState } from '../../machines/sheet.selectors.ts';
import { statementMachine } from '../../machines/statement.machine.ts';
import { selectStatement, selectYear } from '../../machines/statement.selectors.ts';
import { offline } from './samples.ts';
import { scripted } from './scenarios.ts';
import { statementOf } from './statement.samples.ts';

function open() {
  const call = scripted<Statement, number | null>();
  const did: unknown[] = [];
  const actor = createActor(
    statementMachine.provide({
      actors: { loadStatement: call.logic },
      actions: {
        saveFile: (_, told) => did.push(told?.file.name),
        print: () => did.push('printed'),
      },
    }),
  ).start();
  const seen = () => {
    const state = actor.getSnapshot();
    const told = selectStatement(state)?.year ?? null;
    return [selectState(state), told, selectYear(state), selectLoss(state)];
  };
  return { actor, call, did, seen };
}

test('another year takes the place of the one that is shown when it is there', async () => {
  const { actor, call, seen } = open();
  expect(seen()).toEqual(['loading', null, null, null]);
  await call.answer(statementOf(2026));
  expect(seen()).toEqual(['shown', 2026, 2026, null]);
  actor.send({ type: 'year.picked', year: 2024 });
  actor.send({ type: 'year.picked', year: 2025 });
  expect(seen()).toEqual(['loading', 2026, 2025, null]);
  await call.fail(offline);
  expect(seen()).toEqual(['lost', null, 2025, offline]);
  actor.send({ type: 'retry.pressed' });
  await call.answer(statementOf(2025));
  expect(seen()).toEqual(['shown', 2025, 2025, null]);
  expect(call.inputs()).toEqual([null, 2024, 2025, 2025]);
});

test('what is shown is saved and printed, and nothing before it is there', async () => {
  const { actor, call, did, seen } = open();
  const both = ['file.pressed', 'print.pressed'] as const;
  for (const type of both) actor.send({ type });
  expect(did).toEqual([]);
  await call.answer(statementOf(2026));
  for (const type of both) actor.send({ type });
  expect(did).toEqual(['statement-2026.csv', 'printed']);
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['closed', null, null, null]);
});
