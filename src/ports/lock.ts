/**
 * Does something while no other window of this browser does it; at once where a browser has no
 * locks, or gives none to this site.
 * @throws what `work` throws, or an `AbortError` when `signal` ends the waiting
 */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return work();
  let hasBegun = false;
  try {
    return await locks.request(name, { signal }, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
    return work();
  }
}
