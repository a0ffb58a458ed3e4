import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import { guardOf, labelOf } from '../charts/words.ts';

export interface WayOn {
  /** the state that takes it, by its place in the machine */
  from: string;
  /** the event as people read it, and what must hold */
  on: string;
  /** where it leads; empty: it stays */
  to: string;
}

const nodesOf = (snapshot: AnyMachineSnapshot) => snapshot._nodes as AnyStateNode[];

const placeOf = ({ path, key }: AnyStateNode) => path.join('.') || key;

const wayOf = ({ source, eventType, guard, target }: AnyTransitionDefinition): WayOn => ({
  from: placeOf(source),
  on: labelOf(eventType) + (guard ? ` [${guardOf(guard)}]` : ''),
  to: target?.map(placeOf).join(', ') ?? '',
});

/** Every way on from where the machine is, the innermost states first. */
export function waysOnFrom(snapshot: AnyMachineSnapshot): WayOn[] {
  return [...nodesOf(snapshot)]
    .sort((left, right) => right.path.length - left.path.length)
    .flatMap((node) => [...(node.always ?? []), ...[...node.transitions.values()].flat()])
    .map(wayOf);
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
