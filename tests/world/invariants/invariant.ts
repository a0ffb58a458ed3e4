import type { InspectedEventEvent, InspectionEvent } from 'xstate';
import type { Records } from '../records.ts';
import type { Observer, World } from '../world.ts';

/** The events that an invariant watches. */
export interface Watch extends Partial<Observer> {
  /** a second has passed, or a person has acted */
  second?(): void;
  /** a person, the network or the operator acts: all waiting times start again */
  acted?(): void;
  /** everything has been in order for so many milliseconds */
  goodFor?(ms: number): void;
  /** everything has been in order for long, and this user looks at their own account */
  settled?(userId: number): void;
  /** the end: every user has visited once more */
  finished?(): void;
}

/** The input of an invariant: it calls `violated` with the way in which it was violated. */
export interface Case {
  world: World;
  records: Records;
  violated(how: string): void;
}

export interface Invariant {
  /** in one sentence */
  says: string;
  watch(given: Case): Watch;
}

/** Is it an event for the root machine? */
export const isRootEvent = (event: InspectionEvent): event is InspectedEventEvent =>
  event.type === '@xstate.event' && (event.actorRef as { id?: string }).id === 'app';
