import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { transitionIdsOf } from '../charts/model.ts';

/** One event of a machine, and its outcome. */
export interface Step {
  /** rises from step to step */
  id: number;
  at: Date;
  event: AnyEventObject;
  /** null: the machine started */
  before: AnyMachineSnapshot | null;
  snapshot: AnyMachineSnapshot;
  /** ids of the transitions */
  transitions: readonly string[];
  /** names of the machine's actions with effects */
  did: readonly string[];
}

const MAX_STEPS = 200;

export const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot;

const known = new WeakMap<AnyStateMachine, ReturnType<typeof transitionIdsOf>>();

function idOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): string[] {
  const ids = known.get(machine) ?? transitionIdsOf(machine);
  known.set(machine, ids);
  const id = ids.get(transition);
  return id === undefined ? [] : [id];
}

/** Record of one actor. */
interface Session {
  last: AnyMachineSnapshot | null;
  steps: readonly Step[];
  transitions: AnyTransitionDefinition[];
  did: string[];
}

/** Records the last steps of every machine of a system. */
export function createRecorder() {
  const sessions = new Map<string, Session>();
  let lastId = 0;
  const sessionOf = ({ sessionId }: AnyActorRef): Session => {
    const session = sessions.get(sessionId) ?? { last: null, steps: [], transitions: [], did: [] };
    sessions.set(sessionId, session);
    return session;
  };
  const addStep = (session: Session, event: AnyEventObject, snapshot: AnyMachineSnapshot) => {
    const { machine } = snapshot;
    const { last: before, transitions, did } = session;
    lastId += 1;
    const step: Step = {
      ...{ id: lastId, at: new Date(), event, snapshot },
      before: event.type === 'xstate.init' ? null : before,
      transitions: transitions.flatMap((each) => idOf(machine, each)),
      did: did.filter((name) => name in machine.implementations.actions),
    };
    session.steps = [...session.steps, step].slice(-MAX_STEPS);
    session.last = snapshot;
    session.transitions = [];
    session.did = [];
  };
  return {
    /** starts the record; earlier steps of these actors are unknown */
    begin: (actors: readonly AnyActorRef[]) => {
      for (const actor of actors) {
        const snapshot: unknown = actor.getSnapshot();
        if (isMachine(snapshot)) sessionOf(actor).last = snapshot;
      }
    },
    record: (inspected: InspectionEvent) => {
      const session = sessionOf(inspected.actorRef as AnyActorRef);
      if (inspected.type === '@xstate.microstep') {
        session.transitions.push(...inspected._transitions);
      } else if (inspected.type === '@xstate.action') {
        session.did.push(inspected.action.type);
      } else if (inspected.type === '@xstate.snapshot' && isMachine(inspected.snapshot)) {
        addStep(session, inspected.event, inspected.snapshot);
      }
    },
    stepsOf: ({ sessionId }: AnyActorRef): readonly Step[] => sessions.get(sessionId)?.steps ?? [],
    /** drops the records of stopped actors */
    keep: (actors: readonly AnyActorRef[]) => {
      const alive = new Set(actors.map(({ sessionId }) => sessionId));
      for (const id of sessions.keys()) if (!alive.has(id)) sessions.delete(id);
    },
  };
}
