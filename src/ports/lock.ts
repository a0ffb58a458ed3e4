/** A window that the browser has frozen may hold it for hours. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Does something while no other window of this browser does it; at once where a browser has no
 * locks, or gives none to this site, and after a while where another window does not end.
 * @throws what `work` throws, or an `AbortError` when `signal` ends the waiting
 */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return work();
  const limit = AbortSignal.timeout(LONGEST_WAIT_MS);
  let hasBegun = false;
  try {
    return await locks.request(name, { signal: AbortSignal.any([signal, limit]) }, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
    return work();
  }
}
