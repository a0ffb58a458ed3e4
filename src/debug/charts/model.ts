import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionOf, guardOf, invokeOf, isTimer, labelOf, lengthOf } from './words.ts';

/** One transition of a machine, as text. */
export interface ChartTransition {
  /** unique in the machine, and the same in each of its actors */
  id: string;
  source: string;
  /** the ids of the target states; empty: the machine stays */
  targets: readonly string[];
  /** the event's readable name; an `after` with its delay */
  event: string;
  /** empty: no guard */
  guard: string;
  actions: readonly string[];
  /** exits its state and enters it again, instead of staying in it */
  isReentering: boolean;
}

/** A state with all its descendants. */
export interface ChartState {
  id: string;
  name: string;
  /** `parallel`: its child states are regions, all active at once */
  kind: AnyStateNode['type'];
  /** for a history state: whether it remembers deeper states too */
  isDeep: boolean;
  /** the initial state, and the actions on the way */
  initial: { target: string; actions: readonly string[] } | null;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  /** actors that run while the state is active */
  invokes: readonly string[];
  transitions: readonly ChartTransition[];
  states: readonly ChartState[];
}

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

const definitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** A machine's transitions by their ids. */
export function transitionIdsOf(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  return new Map(
    nodesOf(machine.root).flatMap((node) =>
      definitionsOf(node).map((each, at) => [each, `${node.id}:${at}`] as const),
    ),
  );
}

/** The delay of an `after`: its name, if any, and its length, if constant. */
function delayText(node: AnyStateNode, { eventType }: AnyTransitionDefinition): string | null {
  const after = node.after.find((each) => each.eventType === eventType);
  if (!after) return null;
  const { delay } = after;
  const length = typeof delay === 'string' ? node.machine.implementations.delays[delay] : delay;
  const words = typeof length === 'number' ? lengthOf(length) : 'computed';
  if (typeof delay === 'string') return `after ${delay} (${words})`;
  return `after ${words}`;
}

/** Text of a guard. Candidates of one event are tried in order, so the last one, without a guard, is the `else`. */
function guardText(each: AnyTransitionDefinition, before: readonly AnyTransitionDefinition[]) {
  if (each.guard) return guardOf(each.guard);
  return before.some(({ eventType }) => eventType === each.eventType) ? 'else' : '';
}

function transitionsOf(node: AnyStateNode): ChartTransition[] {
  const all = definitionsOf(node);
  return all.map((each, at) => ({
    id: `${node.id}:${at}`,
    source: node.id,
    targets: each.target?.map(({ id }) => id) ?? [],
    event: delayText(node, each) ?? labelOf(each.eventType),
    guard: guardText(each, all.slice(0, at)),
    actions: each.actions.map(actionOf),
    isReentering: each.reenter,
  }));
}

/** The target of a history state while it has no state to remember. */
function defaultOf({ parent, config }: AnyStateNode): ChartState['initial'] {
  const { target } = config as { target?: string };
  if (!target || !parent) return null;
  const found = target.startsWith('#')
    ? nodesOf(parent.machine.root).find(({ id }) => id === target.slice(1))
    : target
        .replace(/^\./, '')
        .split('.')
        .reduce<AnyStateNode | undefined>((node, key) => node?.states[key], parent);
  return found ? { target: found.id, actions: [] } : null;
}

function initialOf(node: AnyStateNode): ChartState['initial'] {
  if (node.type === 'history') return defaultOf(node);
  const target = node.type === 'compound' ? node.initial?.target[0] : undefined;
  return target ? { target: target.id, actions: node.initial?.actions.map(actionOf) ?? [] } : null;
}

function stateOf(node: AnyStateNode): ChartState {
  const own = (actions: readonly unknown[]) =>
    actions.filter((action) => !isTimer(action)).map(actionOf);
  return {
    id: node.id,
    name: node.key,
    kind: node.type,
    isDeep: node.history === 'deep',
    initial: initialOf(node),
    tags: node.tags,
    entry: own(node.entry),
    exit: own(node.exit),
    invokes: node.invoke.map(invokeOf),
    transitions: transitionsOf(node),
    states: Object.values(node.states).map(stateOf),
  };
}

/** A machine's whole definition. */
export const chartOf = (machine: AnyStateMachine): ChartState => stateOf(machine.root);

/** A state and all its descendants. */
export const statesIn = (state: ChartState): ChartState[] => [
  state,
  ...state.states.flatMap(statesIn),
];
