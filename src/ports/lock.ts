/**
 * Does something while no other window of this browser does it; where a browser has no locks, at
 * once.
 * @throws what `work` throws, or an `AbortError` when `signal` ends the waiting
 */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(name, { signal }, work) : work();
}
