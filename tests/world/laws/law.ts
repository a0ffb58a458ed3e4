import type { InspectedEventEvent, InspectionEvent } from 'xstate';
import type { Records } from '../records.ts';
import type { Observer, World } from '../world.ts';

/** What a law looks at, each as it happens. */
export interface Watch extends Partial<Observer> {
  /** a second has passed, or a person has done something */
  second?(): void;
  /** a person, the network or the operator does something: what was waited for begins anew */
  acted?(): void;
  /** so many milliseconds ago everything became good again */
  goodFor?(ms: number): void;
  /** everything was good for long, and this user looks at their own account */
  settled?(userId: number): void;
  /** the end: every user was there again */
  finished?(): void;
}

/** What a law is given: `broken` says how it was broken. */
export interface Case {
  world: World;
  records: Records;
  broken(how: string): void;
}

export interface Law {
  /** in one sentence */
  says: string;
  watch(given: Case): Watch;
}

/** What the root machine is told. */
export const isOfRoot = (event: InspectionEvent): event is InspectedEventEvent =>
  event.type === '@xstate.event' && (event.actorRef as { id?: string }).id === 'app';
