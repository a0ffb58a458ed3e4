import type {
  AnyActorLogic,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';

/** What a machine's walks need to know that the machine itself does not say. */
export interface Model {
  machine: AnyStateMachine;
  input?: unknown;
  /** what people and listeners may send; those that a state does not take are left out */
  events: readonly AnyEventObject[];
  /** for each promise actor, what it may end with */
  outcomes: Record<string, { done?: readonly unknown[]; error?: readonly unknown[] }>;
  /** what plays the part of an actor that is a machine of its own, where its snapshot is read */
  stands?: Record<string, AnyActorLogic>;
  /** others of its system that it asks, by their names there: what they are, for good */
  neighbours?: Record<string, unknown>;
  /** what of the context tells two states apart; the states' names always do */
  facts?: (snapshot: AnyMachineSnapshot) => unknown;
  /** keeps the exploration finite where a counter has no end */
  isWithin?: (snapshot: AnyMachineSnapshot) => boolean;
}

export interface Step {
  event: AnyEventObject;
  state: AnyMachineSnapshot;
}

/** An action on the outside world. */
export interface Deed {
  type: string;
  params: unknown;
}

/** What a machine has sent to one of its actors, or to its parent. */
export interface Order {
  to: string;
  event: AnyEventObject;
}

/** An actor that a machine has started. */
export interface Began {
  id: string;
  src: string;
  input: unknown;
}

/** One step of a walk, as the live machine took it. */
export interface Passage {
  event: AnyEventObject;
  /** the ids of the state nodes before; none before the beginning */
  from: readonly string[];
  to: AnyMachineSnapshot;
  /** what was done to the outside world */
  did: readonly Deed[];
  /** the news that were told */
  told: readonly AnyEventObject[];
  sent: readonly Order[];
  began: readonly Began[];
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

/** A transition's name, which is made once: the walks ask for it by the million. */
export function nameOf(transition: AnyTransitionDefinition): string {
  const name = names.get(transition) ?? nameAnew(transition);
  names.set(transition, name);
  return name;
}

export const isDelayed = (type: string) => type.startsWith('xstate.after.');
