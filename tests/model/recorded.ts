import { expect } from 'vitest';
import { replayed, type Scenario } from '../../src/debug/machines/scenario.ts';
import { models } from './models.ts';

/** Plays what was recorded on the live page, and expects of every step what came of it then. */
export function expectReplay(scenario: Scenario): void {
  const model = Object.values(models)
    .flat()
    .find(({ machine }) => machine.id === scenario.machine);
  if (!model) throw new Error(`there is no machine ${scenario.machine}`);
  expect(replayed(model.machine, scenario)).toEqual(scenario.steps);
}
