import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionOf, guardOf, invokeOf, isTimer, labelOf, lengthOf } from './words.ts';

/** One transition of a machine, in words. */
export interface ChartTransition {
  /** unlike any other's of the machine, and the same in each of its actors */
  id: string;
  source: string;
  /** the ids of the states that it leads to; none: it stays */
  targets: readonly string[];
  /** the event as people read it; an `after` with its length */
  event: string;
  /** what must hold; empty: nothing */
  guard: string;
  actions: readonly string[];
  /** leaves its state and enters it again, where it would otherwise stay in it */
  isReentering: boolean;
}

/** A state with all that lies in it. */
export interface ChartState {
  id: string;
  name: string;
  /** `parallel`: its states are regions, all of them at once */
  kind: AnyStateNode['type'];
  /** of a history state: whether it remembers what lay deeper, too */
  isDeep: boolean;
  /** the state it begins in, and what is done on the way */
  initial: { target: string; actions: readonly string[] } | null;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  /** actors that run while it is active */
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

/** How long an `after` takes: its name, if it has one, and its length, if that is always the same. */
function delayText(node: AnyStateNode, { eventType }: AnyTransitionDefinition): string | null {
  const after = node.after.find((each) => each.eventType === eventType);
  if (!after) return null;
  const { delay } = after;
  const length = typeof delay === 'string' ? node.machine.implementations.delays[delay] : delay;
  const words = typeof length === 'number' ? lengthOf(length) : 'computed';
  if (typeof delay === 'string') return `after ${delay} (${words})`;
  return `after ${words}`;
}

/** Candidates of one event are tried in their order: the last, without a guard, is for the rest. */
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

/** A history state leads somewhere for as long as there is nothing to remember. */
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

/** All that a machine says of itself. */
export const chartOf = (machine: AnyStateMachine): ChartState => stateOf(machine.root);

/** A state and all that lie in it, at any depth. */
export const statesIn = (state: ChartState): ChartState[] => [
  state,
  ...state.states.flatMap(statesIn),
];
