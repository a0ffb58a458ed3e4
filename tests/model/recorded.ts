import { expect } from 'vitest';
import { replayed, type Scenario } from '../../src/debug/machines/scenario.ts';
import { models } from './models.ts';

/** Replays a recording from the live page, and expects the same result of every step. */
export function expectReplay(scenario: Scenario): void {
  const model = Object.values(models)
    .flat()
    .find(({ machine }) => machine.id === scenario.machine);
  if (!model) throw new Error(`there is no machine ${scenario.machine}`);
  expect(replayed(model.machine, scenario)).toEqual(scenario.steps);
}
