import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateNode,
  type AnyTransitionDefinition,
  transition,
} from 'xstate';
import { idsOf, isDelayed, nameOf, type Step } from './model.ts';

/** A state of a machine's graph: the shortest way to it, and each step that may come next. */
export interface Place {
  steps: readonly Step[];
  state: AnyMachineSnapshot;
  edges: readonly Step[];
}

/** Returns the transitions of an event in a state, without those that the machine then takes by itself. */
export const transitionsTaken = (
  state: AnyMachineSnapshot,
  { event }: Step,
): AnyTransitionDefinition[] => state.machine.getTransitionData(state, event);

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer));

/** Returns all transitions that an event may take in a state if each guard may hold or fail. */
const mayTake = ({ _nodes }: AnyMachineSnapshot, { type }: AnyEventObject) =>
  (_nodes as AnyStateNode[]).flatMap(({ transitions }) =>
    [...transitions].flatMap(([known, all]) => (known === type || known.includes('*') ? all : [])),
  );

/**
 * A step's transitions, and the states that it entered, including those of transitions that the machine
 * then took by itself.
 */
interface Taken {
  transitions: readonly AnyTransitionDefinition[];
  entered: ReadonlySet<string>;
}

function take(before: AnyMachineSnapshot, step: Step): Taken {
  const known = new Set(idsOf(before));
  const entered = idsOf(step.state).filter((id) => !known.has(id));
  return { transitions: transitionsTaken(before, step), entered: new Set(entered) };
}

/** Does the second transition begin in a state that the first one has entered, or has stayed in? */
function follows(
  { target, source }: AnyTransitionDefinition,
  second: AnyTransitionDefinition,
  entered: ReadonlySet<string>,
): boolean {
  if (entered.has(second.source.id)) return true;
  return target?.some((node) => isWithin(second.source, node)) ?? second.source === source;
}

const pairsOf = (
  { transitions, entered }: Taken,
  seconds: readonly AnyTransitionDefinition[],
): string[] =>
  transitions.flatMap((first) =>
    seconds
      .filter((second) => follows(first, second, entered))
      .map((second) => `${nameOf(first)}, ${nameOf(second)}`),
  );

/** Returns the actor or delay whose end this event reports; null: the event comes from a person or a listener. */
const endedBy = ({ event }: Step): string | null => {
  if ('actorId' in event) return String(event.actorId);
  return isDelayed(event.type) ? event.type : null;
};

/** Is the second step impossible? An actor or a delay whose end changed no state does not end again. */
const isImpossible = ({ transitions }: Taken, first: Step, second: Step) =>
  transitions.every(({ target }) => !target) &&
  endedBy(first) !== null &&
  endedBy(first) === endedBy(second);

/** Returns the pairs of successive transitions in a walk. */
export function pairsIn(walk: readonly Step[]): string[] {
  const taken = walk.slice(1).map((step, at) => take((walk[at] as Step).state, step));
  return taken.slice(1).flatMap(({ transitions }, at) => pairsOf(taken[at] as Taken, transitions));
}

/** Returns a step's kind: steps of the same kind form the same pairs with the next step. */
const kindOf = ({ transitions, entered }: Taken, { state }: Step): string =>
  JSON.stringify([transitions.map(nameOf), [...entered], state.value]);

function getOrMake(sets: Map<string, Set<string>>, key: string): Set<string> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
}

/**
 * Returns walks that end with pairs of transitions that are not in `seen`, until every possible pair is in it; the
 * second transition of a pair begins where the first one has ended.
 * @param places from the nearest to the farthest
 * @param keyOf returns the same key for equal states
 * @param seen gets the pairs of these walks
 */
export function walkPairs(
  places: readonly Place[],
  keyOf: (state: AnyMachineSnapshot) => string,
  seen: Set<string>,
): Step[][] {
  const byKey = new Map(places.map((place) => [keyOf(place.state), place]));
  // by the kind of a step: the types of events that form no new pair after it
  const exhausted = new Map<string, Set<string>>();
  return places.flatMap(({ steps, state, edges }) =>
    edges.flatMap((first) => {
      const taken = take(state, first);
      const next = byKey.get(keyOf(first.state))?.edges ?? [];
      const known = getOrMake(exhausted, kindOf(taken, first));
      return next.flatMap(({ event }) => {
        if (known.has(event.type)) return [];
        const second: Step = { event, state: first.state };
        if (pairsOf(taken, mayTake(first.state, event)).every((pair) => seen.has(pair))) {
          known.add(event.type);
          return [];
        }
        if (isImpossible(taken, first, second)) return [];
        const pairs = pairsOf(taken, transitionsTaken(first.state, second));
        if (pairs.every((pair) => seen.has(pair))) return [];
        for (const pair of pairs) seen.add(pair);
        const [after] = transition(first.state.machine, first.state, event);
        return [[...steps, first, { event, state: after }]];
      });
    }),
  );
}
