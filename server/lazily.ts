type Load = () => Promise<unknown>;

const loads: Load[] = [];

/**
 * Registers a load that no call needs until people do something rare, such as a module with large libraries: without
 * it a server starts sooner.
 * @param load `() => import('…')`, which Node loads once; or another function that may be called repeatedly
 * @returns the same function
 */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loads.push(load);
  return load;
}

/**
 * Runs all registered loads, one after the other, once the server answers: no first call waits for them, and a
 * server keeps its own version when files are replaced later.
 * @throws AggregateError of all failed loads, after the others are done
 */
export async function loadRest(): Promise<void> {
  const failures: unknown[] = [];
  for (const load of loads) await load().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some modules could not be loaded');
}
