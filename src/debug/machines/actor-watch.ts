import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { createRecorder, isMachine, type Step } from './recorder.ts';

/** One running actor, with its children. */
export interface WatchedActor {
  /** ids from the root on, without the root's: `feed/clip-2`; for the root, its own id */
  path: string;
  ref: AnyActorRef;
  /** null: not a machine, such as a promise or a listener, so it has no chart */
  snapshot: AnyMachineSnapshot | null;
  status: string;
  children: readonly WatchedActor[];
}

/** Observes a tree of actors while it has subscribers. */
interface ActorWatch {
  read(): WatchedActor;
  /** the last steps of an actor, the newest last */
  stepsOf(actor: WatchedActor): readonly Step[];
  subscribe(listener: () => void): () => void;
  /** whether the watch also records without subscribers */
  isAlwaysRecording(): boolean;
  setAlwaysRecording(isAlwaysRecording: boolean): void;
}

/** Time between two updates: a playing clip reports several times a second. */
const REST_MS = 200;

/** @param below prefix of its children's paths */
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
    // the cached tree is from a time without subscribers
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
    isAlwaysRecording: () => release !== null,
    setAlwaysRecording: (isAlwaysRecording) => {
      if (isAlwaysRecording) release ??= subscribe(() => undefined);
      else release?.();
      if (!isAlwaysRecording) release = null;
      for (const listener of listeners) listener();
    },
  };
}

const watches = new WeakMap<AnyActorRef, ActorWatch>();

/** Returns the only watch of an actor tree; its recording stays when all subscribers have left. */
export function actorWatchOf(root: AnyActorRef): ActorWatch {
  const known = watches.get(root) ?? createActorWatch(root);
  watches.set(root, known);
  return known;
}
