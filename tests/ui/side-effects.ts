import type { AnyStateMachine } from 'xstate';
import type { Effects } from '../../src/app/system/effects.ts';
import {
  anything,
  everyActor,
  input,
  MAX_STEPS,
  makers,
  newFakeBrowser,
  step,
  tryActor,
  world,
} from './app-actors.ts';

type Fields = Record<string, unknown>;
type Any = (...args: unknown[]) => unknown;

/** Lists the actions of a maker's machines, each named `machine.action`. */
function actionsIn(found: unknown, effects: Effects): [name: string, action: Any][] {
  if (typeof found === 'function') return actionsIn(found(effects, input), effects);
  if (Array.isArray(found)) return found.flatMap((each) => actionsIn(each, effects));
  const { logic, implementations, id } = (found ?? {}) as Fields & Partial<AnyStateMachine>;
  if (logic) return actionsIn(logic, effects);
  if (!implementations) return [];
  const own = Object.entries(implementations.actions)
    .filter(([, action]) => typeof action === 'function' && !('type' in action))
    .map(([name, action]): [string, Any] => [`${id}.${name}`, action as unknown as Any]);
  const nested = Object.values(implementations.actors).flatMap((each) => actionsIn(each, effects));
  return [...own, ...nested];
}

/** Runs each action and actor of the app; returns their irreversible effects outside of the page, by name. */
export async function allSideEffects(): Promise<Map<string, string[]>> {
  const begun = new Map<string, string[]>();
  const note = (name: string) => {
    if (world.grants.begun.size > 0) begun.set(name, [...world.grants.begun].sort());
  };
  for (const actor of everyActor()) {
    await tryActor(actor, MAX_STEPS);
    note(actor.name);
  }
  for (const make of makers) {
    for (const [name] of actionsIn(make, newFakeBrowser())) {
      const act = actionsIn(make, newFakeBrowser()).find(([each]) => each === name)?.[1];
      try {
        act?.({ context: anything, event: anything }, anything);
      } catch {
        // some actions fail on the fake context and event
      }
      for (let at = 0; at < 4; at += 1) await step(at);
      note(name);
    }
  }
  return begun;
}
