import { listen } from './listen.ts';

/** What some browsers tell of the connection. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly downlink?: number;
}

/** Not in every browser, and not in the types of any. */
export const connection = (): NetworkInformation | undefined =>
  (navigator as Navigator & { connection?: NetworkInformation }).connection;

/** The browser was asked to save data, or knows the connection to be very slow. */
export function isSavingHinted(): boolean {
  const known = connection();
  return known?.saveData === true || /2g$/.test(known?.effectiveType ?? '');
}

/** Calls back with the same at every change; returns an unsubscribe function. */
export function watchSavingHints(report: (isHinted: boolean) => void): () => void {
  const notify = () => report(isSavingHinted());
  return listen(connection(), ['change'], notify);
}
