import { createElement } from 'react';
import { expect, test } from 'vitest';
import { TaskButton } from '../../src/screens/tasks/task-card.tsx';
import { draw, mockActor, renderText } from './render.tsx';

test.each([
  ['toDo', 'Install', null],
  ['preparing', 'Install', 'aria-busy="true"'],
  ['canClaim', 'Claim', null],
  ['claiming', 'Claim', 'aria-busy="true"'],
  ['queued', 'Waiting to be sent', 'aria-disabled="true"'],
  ['completed', 'Completed', 'aria-disabled="true"'],
] as const)('the button of a task shows the state of the task: %s', (state, words, attribute) => {
  const value = state === 'preparing' ? { preparing: 'answering' } : state;
  const actor = mockActor<Parameters<typeof TaskButton>[0]['actor']>({ value });
  const view = createElement(TaskButton, { actor, start: 'Install' });
  expect(renderText(view)).toBe(words);
  const told = /aria-(?:busy|disabled)="true"/.exec(draw(view))?.[0] ?? null;
  expect(told).toBe(attribute);
});
