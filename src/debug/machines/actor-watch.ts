import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { masked } from '../masked.ts';

/** One running actor, and those that it has started. */
export interface WatchedActor {
  /** from the root on, without its name: `feed/clip-2`; the root's own name for the root */
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

/** Looks on at a tree of actors for as long as somebody reads it. */
interface ActorWatch {
  read(): WatchedActor;
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

/** @param below what the paths of its children begin with */
function watched(ref: AnyActorRef, path: string, below: string): WatchedActor {
  const snapshot: unknown = ref.getSnapshot();
  const machine = isMachine(snapshot) ? snapshot : null;
  const children = Object.entries(machine?.children ?? {}) as [string, AnyActorRef | undefined][];
  return {
    path,
    ref,
    snapshot: machine,
    status: (snapshot as { status: string }).status,
    children: children.flatMap(([id, child]) =>
      child ? [watched(child, below + id, `${below}${id}/`)] : [],
    ),
  };
}

/** A child's snapshot is the child's own affair, and large. */
function payloadOf({ type, ...payload }: AnyEventObject): string {
  if (type.startsWith('xstate.snapshot.') || Object.keys(payload).length === 0) return '';
  const text = JSON.stringify(masked(payload));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
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
    keep: (root: WatchedActor) => {
      const alive = new Set(sessionsOf(root));
      for (const id of events.keys()) if (!alive.has(id)) events.delete(id);
    },
  };
}

const sessionsOf = ({ ref, children }: WatchedActor): string[] => [
  ref.sessionId,
  ...children.flatMap(sessionsOf),
];

function createActorWatch(root: AnyActorRef): ActorWatch {
  const listeners = new Set<() => void>();
  const log = createEventLog();
  let current: WatchedActor | null = null;
  let resting: ReturnType<typeof setTimeout> | null = null;
  const look = () => {
    current = watched(root, root.id, '');
    return current;
  };
  const setChange = () => {
    resting ??= setTimeout(() => {
      resting = null;
      log.keep(look());
      for (const listener of listeners) listener();
    }, REST_MS);
  };
  const begin = () => {
    // what was read before is of a moment when nobody looked on
    current = null;
    const inspection = root.system.inspect((event) => {
      if (event.type === '@xstate.event') log.add(event.actorRef as AnyActorRef, event.event);
      setChange();
    });
    return () => {
      inspection.unsubscribe();
      if (resting !== null) clearTimeout(resting);
      resting = null;
      current = null;
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

const watches = new WeakMap<AnyActorRef, ActorWatch>();

/** The one watch of a tree: what it has seen is still there when somebody looks again. */
export function actorWatchOf(root: AnyActorRef): ActorWatch {
  const known = watches.get(root) ?? createActorWatch(root);
  watches.set(root, known);
  return known;
}
