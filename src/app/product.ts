import { useSyncExternalStore } from 'react';
import type { AppConfig } from '../../contract/shapes.ts';

/** What the product is called, until the operator's configuration says otherwise. */
let name = 'Clipurse';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for the operator's name of the product; that it fails is noted, and no more. */
export async function loadProductName(config: () => Promise<AppConfig>): Promise<void> {
  try {
    name = (await config()).product_name;
    for (const listener of listeners) listener();
  } catch (error) {
    console.warn('The configuration could not be loaded', error);
  }
}

export const useProductName = (): string => useSyncExternalStore(subscribe, () => name);
