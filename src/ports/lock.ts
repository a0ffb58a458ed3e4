/** A tab that the browser has frozen may hold the lock for hours. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Runs `work` while no other tab of this browser runs work under the same name. Runs it without a lock if
 * the browser has no locks or refuses them to this site, and after a timeout if another tab keeps the lock.
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
