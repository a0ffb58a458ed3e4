/**
 * In the place of the package `idb`: what `ports/claim-store.ts` uses of it, on the device of this
 * world. What is written is there when its transaction is done, and not if the page dies before.
 */
import type { Device } from '../device.ts';

/** How long this device's disk takes. */
const DISK_MS = 12;

type Change = (stores: Device['stores']) => void;
type Name = keyof Device['stores'];

/** a global of each page */
declare const disk: { device: Device; full: () => DOMException };

let lastKey = 0;

/** For as long as the disk takes, unless it takes nothing. */
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
  // whoever waits for it hears of it; nobody has to
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
