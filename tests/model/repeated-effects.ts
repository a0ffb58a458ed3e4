import { getAdjacencyMap } from '@xstate/graph';
import { type AnyEventObject, type AnyMachineSnapshot, transition } from 'xstate';
import type { Model, Step } from './model.ts';
import { exploration } from './walks.ts';

/** Returns every transition of a model: its first state, its event, and the state that it leads to. */
function edgesOf(model: Model): { from: AnyMachineSnapshot; edge: Step }[] {
  const places = Object.values(getAdjacencyMap(model.machine, exploration(model)));
  return places.flatMap(({ state, transitions }) =>
    Object.values(transitions).map((edge) => ({
      from: state as unknown as AnyMachineSnapshot,
      edge: edge as unknown as Step,
    })),
  );
}

/** Returns those of the named actions and actors that an event starts in a state. */
function effectsOf(
  { machine }: Model,
  from: AnyMachineSnapshot,
  event: AnyEventObject,
  names: ReadonlySet<string>,
): string[] {
  const [, actions] = transition(machine, from, event as never);
  return actions
    .map(({ type, params }) =>
      type === 'xstate.spawnChild' ? String((params as { src: unknown }).src) : type,
    )
    .filter((name) => names.has(name));
}

interface RepeatedEffects {
  /** names of actions and actors that at least one event starts */
  seen: Set<string>;
  twice: { name: string; event: string; state: string }[];
}

/** Finds the actions and actors that run again when their event is sent twice in a row. */
export function repeatedEffects(model: Model, names: ReadonlySet<string>): RepeatedEffects {
  const seen = new Set<string>();
  const twice: RepeatedEffects['twice'] = [];
  for (const { from, edge } of edgesOf(model)) {
    const { event, state } = edge;
    const first = effectsOf(model, from, event, names);
    for (const name of first) seen.add(name);
    if (first.length === 0 || state.status !== 'active') continue;
    const again = effectsOf(model, state, event, names).filter((name) => first.includes(name));
    const where = JSON.stringify(from.value);
    twice.push(...again.map((name) => ({ name, event: event.type, state: where })));
  }
  return { seen, twice };
}
