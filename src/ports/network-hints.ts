interface NetworkInformation extends EventTarget {
  saveData?: boolean;
  effectiveType?: string;
}

/** Not in every browser, and not in the types of any. */
const connection = (): NetworkInformation | undefined =>
  (navigator as Navigator & { connection?: NetworkInformation }).connection;

/** The browser was asked to save data, or knows the line to be very slow. */
export function isSavingHinted(): boolean {
  const known = connection();
  return known?.saveData === true || /2g$/.test(known?.effectiveType ?? '');
}

/** Calls back with the same at every change; returns an unsubscribe function. */
export function watchSavingHints(report: (isHinted: boolean) => void): () => void {
  const notify = () => report(isSavingHinted());
  const known = connection();
  known?.addEventListener('change', notify);
  return () => known?.removeEventListener('change', notify);
}
