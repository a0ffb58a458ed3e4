import type {
  AnyActorLogic,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';

/** Settings of a machine's walks: sample events, results and inputs that its definition lacks. */
export interface Model {
  machine: AnyStateMachine;
  input?: unknown;
  /** events of people and listeners; in each state the walks skip the events that it does not take */
  events: readonly AnyEventObject[];
  /** possible results of each promise actor */
  outcomes: Record<string, { done?: readonly unknown[]; error?: readonly unknown[] }>;
  /** mocks of child machines whose snapshot is read */
  mocks?: Record<string, AnyActorLogic>;
  /** constant snapshots of other actors that the machine reads, by their names in its system */
  neighbours?: Record<string, unknown>;
  /** parts of the context that, besides the names of the states, distinguish two states */
  facts?: (snapshot: AnyMachineSnapshot) => unknown;
  /** false: walks do not go on from this state; keeps the exploration finite when a counter has no limit */
  isWithin?: (snapshot: AnyMachineSnapshot) => boolean;
}

export interface Step {
  event: AnyEventObject;
  state: AnyMachineSnapshot;
}

/** An action outside of the machine. */
export interface ExternalAction {
  type: string;
  params: unknown;
}

/** An event that a machine has sent to one of its actors, or to its parent. */
export interface SentEvent {
  to: string;
  event: AnyEventObject;
}

/** An actor that a machine has started. */
export interface StartedActor {
  id: string;
  src: string;
  input: unknown;
}

/** One step of a walk on the live machine. */
export interface WalkStep {
  event: AnyEventObject;
  /** ids of the state nodes before; empty at the beginning */
  from: readonly string[];
  to: AnyMachineSnapshot;
  /** actions outside of the machine */
  did: readonly ExternalAction[];
  /** events for the root */
  told: readonly AnyEventObject[];
  sent: readonly SentEvent[];
  began: readonly StartedActor[];
}

export const idsOf = ({ _nodes }: AnyMachineSnapshot): string[] =>
  (_nodes as AnyStateNode[]).map(({ id }) => id);

export const allNodes = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(allNodes),
];

export function transitionsOf(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return allNodes(machine.root).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
}

function nameAnew({ source, eventType, target, guard }: AnyTransitionDefinition): string {
  const guarded = guard
    ? ` [${typeof guard === 'string' ? guard : 'type' in guard ? String(guard.type) : 'inline'}]`
    : '';
  const to = target?.map(({ id }) => id).join(', ') ?? '(stays)';
  return `${source.id} --${eventType || 'always'}${guarded}--> ${to}`;
}

const names = new WeakMap<AnyTransitionDefinition, string>();

/** Returns a transition's name, cached because the walks need it millions of times. */
export function nameOf(transition: AnyTransitionDefinition): string {
  const name = names.get(transition) ?? nameAnew(transition);
  names.set(transition, name);
  return name;
}

export const isDelayed = (type: string) => type.startsWith('xstate.after.');
