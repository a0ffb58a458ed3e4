/**
 * Replaces the package `idb`: the part that `ports/claim-store.ts` uses, on this world's device. Data
 * is written when its transaction is done, and not if the page dies before.
 */
import type { Device } from '../device.ts';

/** Delay of this device's disk. */
const DISK_MS = 12;

type Change = (stores: Device['stores']) => void;
type Name = keyof Device['stores'];

/** a global of each page */
declare const disk: { device: Device; full: () => DOMException };

let lastKey = 0;

/** Runs after the disk's delay, or fails if the storage is blocked. */
function onDisk<Result>(read: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (disk.device.mode === 'blocked') reject(new DOMException('blocked', 'InvalidStateError'));
      else resolve(read());
    }, DISK_MS);
  });
}

function storeOf(name: Name, change: (act: Change) => void) {
  const store = () => disk.device.stores[name];
  const put = async (value: { id?: string }) => {
    const key = name === 'claims' ? value.id : ++lastKey;
    if (disk.device.mode === 'full' && !store().has(key)) throw disk.full();
    change((stores) => stores[name].set(key, structuredClone(value)));
  };
  const remove = async (key: unknown) => change((stores) => stores[name].delete(key));
  const cursorAt = (keys: unknown[], at: number): unknown =>
    at < keys.length
      ? {
          value: store().get(keys[at]),
          delete: () => remove(keys[at]),
          continue: async () => cursorAt(keys, at + 1),
        }
      : null;
  return {
    put,
    add: put,
    delete: remove,
    getAll: async () => [...store().values()].map((each) => structuredClone(each)),
    openCursor: async () => cursorAt([...store().keys()], 0),
  };
}

function transaction() {
  const changes: Change[] = [];
  const objectStore = (name: Name) => storeOf(name, (change) => changes.push(change));
  const done = onDisk(() => {
    for (const change of changes) change(disk.device.stores);
  });
  // avoids an unhandled rejection: callers may ignore `done`
  done.catch(() => undefined);
  return { objectStore, store: objectStore('claims'), done };
}

export const openDB = () =>
  onDisk(() => ({
    transaction,
    getAllKeys: (name: Name) => onDisk(() => [...disk.device.stores[name].keys()]),
    getAll: (name: Name) => onDisk(() => [...disk.device.stores[name].values()]),
    close: () => undefined,
  }));
