import type { InspectedEventEvent, InspectionEvent } from 'xstate';
import type { Records } from '../records.ts';
import type { Observer, World } from '../world.ts';

/** The events that an invariant watches. */
export interface Watch extends Partial<Observer> {
  /** at most a second has passed */
  second?(): void;
  /** a person, the network or the operator acts: all waiting times start again */
  acted?(): void;
  /** network, storage and rewards have worked for this time */
  goodFor?(ms: number): void;
  /** network, storage and rewards have worked for long, and this user has opened the screen `mine` */
  settled?(userId: number): void;
  /** the end: every user has visited once more */
  finished?(): void;
}

/** The input of an invariant, which calls `violated` with a description of each violation. */
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
