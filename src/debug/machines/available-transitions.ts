import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import { guardOf, labelOf } from '../charts/words.ts';

export interface AvailableTransition {
  /** path of the state with the transition */
  from: string;
  /** the event's readable name, and the guard */
  on: string;
  /** target state; empty: the machine stays */
  to: string;
}

const nodesOf = (snapshot: AnyMachineSnapshot) => snapshot._nodes as AnyStateNode[];

const placeOf = ({ path, key }: AnyStateNode) => path.join('.') || key;

const wayOf = ({
  source,
  eventType,
  guard,
  target,
}: AnyTransitionDefinition): AvailableTransition => ({
  from: placeOf(source),
  on: labelOf(eventType) + (guard ? ` [${guardOf(guard)}]` : ''),
  to: target?.map(placeOf).join(', ') ?? '',
});

/** Every transition of the active states, also those that stay, the innermost states first. */
export function availableTransitions(snapshot: AnyMachineSnapshot): AvailableTransition[] {
  return [...nodesOf(snapshot)]
    .sort((left, right) => right.path.length - left.path.length)
    .flatMap((node) => [...(node.always ?? []), ...[...node.transitions.values()].flat()])
    .map(wayOf);
}

/** The external events of a machine. */
export const externalEventsOf = (machine: AnyStateMachine): string[] =>
  machine.events
    .map(String)
    .filter((type) => !type.startsWith('xstate.'))
    .sort();

/** Whether the machine would take an event. A guard that throws because the payload is missing counts as false. */
export function acceptsEvent(snapshot: AnyMachineSnapshot, event: { type: string }): boolean {
  try {
    return snapshot.can(event);
  } catch {
    return false;
  }
}
