import { getAdjacencyMap } from '@xstate/graph';
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import { volume } from '../volume.ts';
import type { GuardResults } from './guards.ts';
import { findViolation, type Invariant, momentsOf, noCoverage } from './invariants/invariant.ts';
import {
  allNodes,
  idsOf,
  type Model,
  nameOf,
  type Step,
  transitionsOf,
  type WalkStep,
} from './model.ts';
import { type Place, pairsIn, transitionsTaken, walkPairs } from './pairs.ts';
import { createReplayer } from './replay.ts';

/** Returns every possible next event: events of the model, and ends of actors and delays. */
function eventsAt(model: Model) {
  return (snapshot: AnyMachineSnapshot): AnyEventObject[] => {
    const nodes = snapshot._nodes as AnyStateNode[];
    const invoked = nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id));
    const spawned = Object.keys(model.outcomes).filter(
      (id) => !invoked.includes(id) && snapshot.children[id],
    );
    const ends = [...invoked, ...spawned].flatMap((id) => {
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
    });
    const delays = nodes.flatMap((node) =>
      node.after.map(({ eventType }) => ({ type: eventType })),
    );
    const known = model.events.filter((event) => snapshot.can(event));
    return model.isWithin?.(snapshot) === false ? [] : [...known, ...ends, ...delays];
  };
}

/** Returns a function that makes the same key for equal states of a model. */
const keyIn = (model: Model) => (state: AnyMachineSnapshot) =>
  JSON.stringify([state.value, model.facts?.(state)]);

export function exploration(model: Model) {
  return {
    events: eventsAt(model),
    ...(model.input !== undefined && { input: model.input }),
    serializeState: keyIn(model),
    limit: 100_000,
  } as never;
}

/** Returns every state of a model, breadth first: the nearest states come first. */
function placesOf(model: Model): Place[] {
  const map = Object.values(getAdjacencyMap(model.machine, exploration(model)));
  const keyOf = keyIn(model);
  const edgesAt = new Map(
    map.map(({ state, transitions }) => [
      keyOf(state as never),
      Object.values(transitions) as unknown as Step[],
    ]),
  );
  const places = new Map<string, Place>();
  const reach = (steps: readonly Step[], { state }: Step) => {
    const key = keyOf(state);
    if (!places.has(key)) places.set(key, { steps, state, edges: edgesAt.get(key) ?? [] });
  };
  const first = { event: { type: 'xstate.init' }, state: map[0]?.state } as unknown as Step;
  reach([first], first);
  // the loop also visits the places that it adds
  for (const { steps, edges } of places.values()) {
    for (const edge of edges) reach([...steps, edge], edge);
  }
  return [...places.values()];
}

/** Returns the guards that a state evaluates for an event, by the names of their transitions. */
const askedBy = ({ _nodes }: AnyMachineSnapshot, { type }: AnyEventObject): string[] =>
  (_nodes as AnyStateNode[])
    .flatMap((node) => node.transitions.get(type) ?? [])
    .filter(({ guard }) => guard)
    .map(nameOf);

/** Returns a walk to an event that is refused, for each guard that has failed in no walk. */
function refusalsOf(model: Model, places: readonly Place[], failed: ReadonlySet<string>): Step[][] {
  const known = new Set(failed);
  return places.flatMap(({ steps, state }) =>
    model.events.flatMap((event) => {
      const asked = askedBy(state, event).filter((name) => !known.has(name));
      if (asked.length === 0 || state.can(event)) return [];
      for (const name of asked) known.add(name);
      return [[...steps, { event, state }]];
    }),
  );
}

/**
 * Returns a live machine's steps with the states of the model: the live states contain all started actors.
 * @param way the same steps up to the last one, if another walk has made them
 */
function stepsWithModelStates(
  live: readonly WalkStep[],
  steps: readonly Step[],
  way?: readonly WalkStep[],
): WalkStep[] {
  const stepAt = (at: number): WalkStep => {
    const { state } = steps[at] as Step;
    return { ...(live[at] as WalkStep), to: state };
  };
  const last = stepAt(steps.length - 1);
  return [...(way ?? steps.slice(0, -1).map((_, at) => stepAt(at))), last];
}

/**
 * `npm test` replays each walk of up to three events, the first walk to an edge of each kind, and one in
 * this many of the others.
 */
const SAMPLE = volume(1, 12);
/** steps of a walk of three events: the beginning is a step too */
const SHORT = 4;

/** Returns an event with its transitions, and the states before and after it without their contexts. */
const kindOf = (before: AnyMachineSnapshot, step: Step): string =>
  JSON.stringify([
    ...[before.value, step.event, step.state.value],
    ...transitionsTaken(before, step).map(nameOf),
  ]);

export interface Walked {
  /**
   * the live machine's steps, walk by walk, without the walks of pairs, which reach nothing new. An empty
   * walk stands for an edge that `npm test` skips.
   */
  walks: WalkStep[][];
  /** states, events and transitions that are in no walk */
  missed: string[];
  /** the first walk that breaks an invariant of the machine */
  violation: string | null;
  guardResults: GuardResults;
  /** how many pairs of transitions were walked, of which the second begins where the first ends */
  pairs: number;
}

/**
 * Generates one walk for every edge of the machine's graph and for every pair of transitions,
 * replays each on a live actor with deferred actors and a simulated clock, and returns what was not
 * covered.
 * @param models all models of one machine
 * @param invariants are checked at the last step of each walk; earlier steps are the last ones of other walks
 */
export function walkEveryEdge(models: readonly Model[], invariants: readonly Invariant[]): Walked {
  const [{ machine }] = models as [Model];
  const taken = new Set<AnyTransitionDefinition>();
  const guardResults = { held: new Set<string>(), failed: new Set<string>() };
  const walks: WalkStep[][] = [];
  let violation: string | null = null;
  const explored = models.map((model) => {
    const replayer = createReplayer(model, taken, guardResults);
    return { model, replayer, places: placesOf(model) };
  });
  const judge = (live: readonly WalkStep[]) => {
    violation ??= findViolation(invariants, momentsOf(live), noCoverage());
  };
  const note = (live: readonly WalkStep[], steps: readonly Step[], way?: readonly WalkStep[]) => {
    walks.push(stepsWithModelStates(live, steps, way));
    judge(live);
  };
  const pairs = new Set<string>();
  for (const { replayer, places } of explored) {
    const kinds = new Set<string>();
    // one walk an edge: the shortest way to its state, then the edge
    for (const { steps, state, edges } of places) {
      let way: readonly WalkStep[] | undefined;
      for (const edge of edges) {
        const walk = [...steps, edge];
        const kind = kindOf(state, edge);
        const isFirst = !kinds.has(kind);
        kinds.add(kind);
        if (isFirst || walk.length <= SHORT || walks.length % SAMPLE === 0) {
          note(replayer.replay(walk), walk, way);
          way ??= walks.at(-1)?.slice(0, -1);
        } else walks.push([]);
        // earlier pairs are the last ones of other walks
        for (const pair of pairsIn(walk.slice(-3))) pairs.add(pair);
      }
    }
  }
  for (const { model, replayer, places } of explored) {
    for (const steps of walkPairs(places, keyIn(model), pairs)) judge(replayer.replay(steps));
    for (const steps of refusalsOf(model, places, guardResults.failed)) {
      note(replayer.replayRefused(steps), steps);
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
  return { walks, missed, violation, guardResults, pairs: pairs.size };
}

/** Does the state have a transition for its actor's failure? An actor without an answer times out. */
const endsWithActor = ({ transitions }: AnyStateNode) =>
  [...transitions.keys()].some((type) => type.startsWith('xstate.error.actor.'));

/** Returns the states with the tag `busy` that do not end by themselves, with their actor or by a delay. */
export function statesWithoutExit(walks: readonly WalkStep[][]): string[] {
  const states = walks.flat().map(({ to }) => to);
  const stuck = states.filter((state) => {
    if (!state.hasTag('busy')) return false;
    const busy = (state._nodes as AnyStateNode[]).filter(({ tags }) => tags.includes('busy'));
    return busy.some((node) => !node.after.length && !node.always?.length && !endsWithActor(node));
  });
  return [...new Set(stuck.map(({ value }) => JSON.stringify(value)))];
}
