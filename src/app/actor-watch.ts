import {
  Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  type Subscription,
} from 'xstate';
import { masked } from './masked.ts';
import type { System } from './system.ts';

/** One running actor, and those that it has started. */
export interface WatchedActor {
  /** `feed/clip-2`: the same for as long as the same actor is meant */
  path: string;
  ref: AnyActorRef;
  /** null: a promise, a listener or the like, which has no chart */
  snapshot: AnyMachineSnapshot | null;
  status: string;
  children: readonly WatchedActor[];
}

export interface LoggedEvent {
  /** rises from one event to the next */
  id: number;
  at: Date;
  type: string;
  /** what came with it, secrets masked; empty where nothing did */
  payload: string;
}

/** Looks on at every actor for as long as somebody reads it. */
interface ActorWatch {
  read(): readonly WatchedActor[];
  /** the last events of an actor, the newest first */
  eventsOf(actor: WatchedActor): readonly LoggedEvent[];
  subscribe(listener: () => void): () => void;
}

const MOST_EVENTS = 50;
const MOST_CHARACTERS = 400;
/** A playing clip reports several times a second: that is often enough to look. */
const REST_MS = 200;

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot;

function watched(ref: AnyActorRef, path: string): WatchedActor {
  const snapshot: unknown = ref.getSnapshot();
  const machine = isMachine(snapshot) ? snapshot : null;
  const children = Object.entries(machine?.children ?? {}) as [string, AnyActorRef | undefined][];
  return {
    path,
    ref,
    snapshot: machine,
    status: (snapshot as { status: string }).status,
    children: children.flatMap(([id, child]) => (child ? [watched(child, `${path}/${id}`)] : [])),
  };
}

/** A child's snapshot is the child's own affair, and large. */
function payloadOf({ type, ...payload }: AnyEventObject): string {
  if (type.startsWith('xstate.snapshot.') || Object.keys(payload).length === 0) return '';
  const text = JSON.stringify(masked(payload));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** The app-wide actors and those of the screens. */
function rootsOf(system: System): Actor<AnyActorLogic>[] {
  const appWide = Object.values(system).filter((part) => part instanceof Actor);
  return [...appWide, ...system.screens.running()];
}

/** The last events of each actor. */
function createEventLog() {
  const events = new Map<string, LoggedEvent[]>();
  let lastId = 0;
  return {
    add: ({ sessionId }: AnyActorRef, event: AnyEventObject) => {
      lastId += 1;
      const entry = { id: lastId, at: new Date(), type: event.type, payload: payloadOf(event) };
      events.set(sessionId, [entry, ...(events.get(sessionId) ?? [])].slice(0, MOST_EVENTS));
    },
    of: ({ sessionId }: AnyActorRef): readonly LoggedEvent[] => events.get(sessionId) ?? [],
    /** forgets those that have ended */
    keep: (actors: readonly WatchedActor[]) => {
      const alive = new Set(actors.flatMap(sessionsOf));
      for (const id of events.keys()) if (!alive.has(id)) events.delete(id);
    },
  };
}

const sessionsOf = ({ ref, children }: WatchedActor): string[] => [
  ref.sessionId,
  ...children.flatMap(sessionsOf),
];

/** Listens to actors that come and go. */
function createInspection(roots: () => Actor<AnyActorLogic>[], hear: (e: InspectionEvent) => void) {
  const inspected = new Map<Actor<AnyActorLogic>, Subscription>();
  const leave = (kept: readonly Actor<AnyActorLogic>[]) => {
    for (const [root, subscription] of inspected) {
      if (kept.includes(root)) continue;
      subscription.unsubscribe();
      inspected.delete(root);
    }
  };
  return {
    follow: () => {
      const now = roots();
      leave(now);
      for (const root of now) {
        if (!inspected.has(root)) inspected.set(root, root.system.inspect(hear));
      }
    },
    end: () => leave([]),
  };
}

function createActorWatch(system: System): ActorWatch {
  const listeners = new Set<() => void>();
  const log = createEventLog();
  let current: readonly WatchedActor[] | null = null;
  let resting: ReturnType<typeof setTimeout> | null = null;
  const look = () => {
    current = rootsOf(system).map((root) => watched(root, root.id));
    return current;
  };
  const noteChange = () => {
    resting ??= setTimeout(() => {
      resting = null;
      inspection.follow();
      log.keep(look());
      for (const listener of listeners) listener();
    }, REST_MS);
  };
  const inspection = createInspection(
    () => rootsOf(system),
    (event) => {
      if (event.type === '@xstate.event') log.add(event.actorRef as AnyActorRef, event.event);
      noteChange();
    },
  );
  const begin = () => {
    inspection.follow();
    const leaveScreens = system.screens.subscribe(noteChange);
    return () => {
      leaveScreens();
      if (resting !== null) clearTimeout(resting);
      resting = null;
      current = null;
      inspection.end();
    };
  };
  let end: (() => void) | null = null;
  return {
    read: () => current ?? look(),
    eventsOf: ({ ref }) => log.of(ref),
    subscribe: (listener) => {
      listeners.add(listener);
      end ??= begin();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = null;
      };
    },
  };
}

const watches = new WeakMap<System, ActorWatch>();

/** The one watch of a system: what it has seen outlives a change of the session. */
export function actorWatchOf(system: System): ActorWatch {
  const known = watches.get(system) ?? createActorWatch(system);
  watches.set(system, known);
  return known;
}
