import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { createRecorder, isMachine, type Step } from './recorder.ts';

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

/** Looks on at a tree of actors for as long as somebody reads it. */
interface ActorWatch {
  read(): WatchedActor;
  /** the last steps of an actor, the newest last */
  stepsOf(actor: WatchedActor): readonly Step[];
  subscribe(listener: () => void): () => void;
  /** whether it goes on looking when nobody reads it */
  isKept(): boolean;
  setKept(isKept: boolean): void;
}

/** A playing clip reports several times a second: that is often enough to look. */
const REST_MS = 200;

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

const refsOf = ({ ref, children }: WatchedActor): AnyActorRef[] => [
  ref,
  ...children.flatMap(refsOf),
];

function createActorWatch(root: AnyActorRef): ActorWatch {
  const listeners = new Set<() => void>();
  const recorder = createRecorder();
  let current: WatchedActor | null = null;
  let resting: ReturnType<typeof setTimeout> | null = null;
  const look = () => {
    current = watched(root, root.id, '');
    return current;
  };
  const setChange = () => {
    resting ??= setTimeout(() => {
      resting = null;
      recorder.keep(refsOf(look()));
      for (const listener of listeners) listener();
    }, REST_MS);
  };
  const begin = () => {
    // what was read before is of a moment when nobody looked on
    current = null;
    recorder.begin(refsOf(look()));
    const inspection = root.system.inspect((event) => {
      recorder.record(event);
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
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    end ??= begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      end?.();
      end = null;
    };
  };
  let release: (() => void) | null = null;
  return {
    read: () => current ?? look(),
    stepsOf: ({ ref }) => recorder.stepsOf(ref),
    subscribe,
    isKept: () => release !== null,
    setKept: (isKept) => {
      if (isKept) release ??= subscribe(() => undefined);
      else release?.();
      if (!isKept) release = null;
      for (const listener of listeners) listener();
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
