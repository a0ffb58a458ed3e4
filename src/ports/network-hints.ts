import { listen } from './listen.ts';

/** Connection properties that some browsers report. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly downlink?: number;
}

/** Undefined in some browsers, and unknown to TypeScript's library. */
export const connection = (): NetworkInformation | undefined =>
  (navigator as Navigator & { connection?: NetworkInformation }).connection;

/** Whether data saving is on in the browser, or the connection is known to be very slow. */
export function isSavingHinted(): boolean {
  const known = connection();
  return known?.saveData === true || /2g$/.test(known?.effectiveType ?? '');
}

/** Calls back with `isSavingHinted` at every change; returns an unsubscribe function. */
export function watchSavingHints(report: (isHinted: boolean) => void): () => void {
  const notify = () => report(isSavingHinted());
  return listen(connection(), ['change'], notify);
}
