import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import { breachOf, type Law, momentsOf } from './laws/law.ts';
import {
  allNodes,
  idsOf,
  type Model,
  nameOf,
  type Passage,
  type Step,
  transitionsOf,
} from './model.ts';
import { createReplayer } from './replay.ts';

/** Every event that can come next: the model's own, an actor's end, a delay's. */
function eventsAt(model: Model) {
  return (snapshot: AnyMachineSnapshot): AnyEventObject[] => {
    const nodes = snapshot._nodes as AnyStateNode[];
    const ends = nodes.flatMap((node) =>
      node.invoke.flatMap(({ id }) => {
        const outcome = model.outcomes[id];
        return [
          ...(outcome?.done ?? []).map((output) => ({
            type: `xstate.done.actor.${id}`,
            output,
            actorId: id,
          })),
          ...(outcome?.error ?? []).map((error) => ({
            type: `xstate.error.actor.${id}`,
            error,
            actorId: id,
          })),
        ];
      }),
    );
    const delays = nodes.flatMap((node) =>
      node.after.map(({ eventType }) => ({ type: eventType })),
    );
    const known = model.events.filter((event) => snapshot.can(event));
    return model.isWithin?.(snapshot) === false ? [] : [...known, ...ends, ...delays];
  };
}

function exploration(model: Model) {
  return {
    events: eventsAt(model),
    ...(model.input !== undefined && { input: model.input }),
    serializeState: (snapshot: AnyMachineSnapshot) =>
      JSON.stringify([snapshot.value, model.facts?.(snapshot)]),
    limit: 50_000,
  } as never;
}

/** One walk an edge: the shortest way to its state, then the edge. */
function walksOf(model: Model): Step[][] {
  const paths = getShortestPaths(model.machine, exploration(model));
  const map = getAdjacencyMap(model.machine, exploration(model));
  return paths.flatMap(({ steps, state }) => {
    const key = JSON.stringify([state.value, model.facts?.(state as AnyMachineSnapshot)]);
    const edges = Object.values(map[key as never]?.transitions ?? {}) as Step[];
    return edges.map((edge) => [...(steps as Step[]), edge]);
  });
}

export interface Walked {
  /** what the live machine went through, walk by walk */
  walks: Passage[][];
  /** states, events and transitions that no walk came by */
  missed: string[];
  /** the first walk that breaks a law of the machine */
  breach: string | null;
}

/**
 * Generates one walk for every edge of the machine's graph, replays each on a live actor with
 * deferred actors and a simulated clock, and tells what was not covered.
 * @param models the same machine from all its beginnings
 * @param laws judge the last step of each walk; those before are the last ones of others
 */
export function walkEveryEdge(models: readonly Model[], laws: readonly Law[]): Walked {
  const [{ machine }] = models as [Model];
  const taken = new Set<AnyTransitionDefinition>();
  const walks: Passage[][] = [];
  let breach: string | null = null;
  for (const model of models) {
    const { replay } = createReplayer(model, taken);
    for (const steps of walksOf(model)) {
      const { passages, live } = replay(steps);
      walks.push(passages);
      breach ??= breachOf(laws, momentsOf(live), new Set());
    }
  }
  const visited = new Set(walks.flat().flatMap(({ to }) => idsOf(to)));
  const passed = new Set([...taken].flatMap(({ source, target }) => [source, ...(target ?? [])]));
  // sent by the walk, or raised by the machine itself
  const used = new Set(walks.flat().map(({ event }) => event.type));
  for (const { eventType } of taken) used.add(eventType);
  const missed = [
    ...allNodes(machine.root)
      .filter((node) => !visited.has(node.id) && !passed.has(node) && node.type !== 'history')
      .map(({ id }) => `state ${id}`),
    ...machine.events.filter((type) => !used.has(type)).map((type) => `event ${type}`),
    ...transitionsOf(machine)
      .filter((each) => !taken.has(each))
      .map((each) => `transition ${nameOf(each)}`),
  ];
  return { walks, missed, breach };
}

/** A state that makes people wait must end without them: by an answer or by a delay. */
export function withoutWayOut(walks: readonly Passage[][]): string[] {
  const states = walks.flat().map(({ to }) => to);
  const stuck = states.filter((state) => {
    if (!state.hasTag('busy')) return false;
    const busy = (state._nodes as AnyStateNode[]).filter(({ tags }) => tags.includes('busy'));
    return busy.some((node) => !node.after.length && !node.always?.length);
  });
  return [...new Set(stuck.map(({ value }) => JSON.stringify(value)))];
}
