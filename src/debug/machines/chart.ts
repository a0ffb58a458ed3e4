import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import { guardOf, labelOf } from '../charts/words.ts';

/** A state as a box: what it is called, what it is, and what lies in it. */
export interface ChartState {
  id: string;
  name: string;
  /** `parallel`: its states are regions, all of them at once */
  kind: AnyStateNode['type'];
  isInitial: boolean;
  isActive: boolean;
  tags: readonly string[];
  /** actors that run while it is active */
  invokes: readonly string[];
  states: readonly ChartState[];
}

export interface ChartTransition {
  /** the state that takes it, by its place in the machine */
  from: string;
  /** the event as people read it, and what must hold */
  on: string;
  /** where it leads; empty: it stays */
  to: string;
}

const nodesOf = (snapshot: AnyMachineSnapshot) => snapshot._nodes as AnyStateNode[];

function stateOf(node: AnyStateNode, active: ReadonlySet<AnyStateNode>): ChartState {
  const first = node.parent?.initial?.target?.[0];
  return {
    id: node.id,
    name: node.key,
    kind: node.type,
    isInitial: node.parent?.type === 'compound' && first === node,
    isActive: active.has(node),
    tags: node.tags,
    invokes: node.invoke.map(({ id }) => id),
    states: Object.values(node.states).map((inner) => stateOf(inner, active)),
  };
}

/** The whole machine as boxes in boxes, those it is in marked. */
export function chartOf(snapshot: AnyMachineSnapshot): ChartState {
  return stateOf(snapshot.machine.root, new Set(nodesOf(snapshot)));
}

const placeOf = ({ path, key }: AnyStateNode) => path.join('.') || key;

const transitionOf = ({
  source,
  eventType,
  guard,
  target,
}: AnyTransitionDefinition): ChartTransition => ({
  from: placeOf(source),
  on: labelOf(eventType) + (guard ? ` [${guardOf(guard)}]` : ''),
  to: target?.map(placeOf).join(', ') ?? '',
});

/** Every way on from where the machine is, the innermost states first. */
export function transitionsOf(snapshot: AnyMachineSnapshot): ChartTransition[] {
  return [...nodesOf(snapshot)]
    .sort((left, right) => right.path.length - left.path.length)
    .flatMap((node) => [...(node.always ?? []), ...[...node.transitions.values()].flat()])
    .map(transitionOf);
}

/** The events from outside that a machine knows. */
export const outsideEventsOf = (machine: AnyStateMachine): string[] =>
  machine.events
    .map(String)
    .filter((type) => !type.startsWith('xstate.'))
    .sort();

/** Whether an event would be taken. A guard that stumbles over what is missing takes nothing. */
export function isTaken(snapshot: AnyMachineSnapshot, event: { type: string }): boolean {
  try {
    return snapshot.can(event);
  } catch {
    return false;
  }
}
