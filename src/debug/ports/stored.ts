import { text } from '../../ports/storage.ts';

function entries(): [string, unknown][] {
  try {
    return Object.entries(localStorage);
  } catch {
    // a blocked storage holds nothing
    return [];
  }
}

/** Every value that this origin stores on the device, by key. */
export const readStored = (): { key: string; value: string }[] =>
  entries()
    .map(([key, value]) => ({ key, value: String(value) }))
    .sort((left, right) => left.key.localeCompare(right.key));

/** Removes one key, and dispatches the storage event, which browsers send only to other tabs. */
export function removeStored(key: string): void {
  text(key).write(null);
  dispatchEvent(new StorageEvent('storage', { key }));
}
