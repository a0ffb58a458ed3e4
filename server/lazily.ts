type Load = () => Promise<unknown>;

const loads: Load[] = [];

/**
 * For what no call needs until people do something rare, such as a module with the libraries that it imports: without
 * it a server starts sooner.
 * @param load `() => import('…')`, which Node loads once; or whatever else may be asked for again
 * @returns the same function
 */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loads.push(load);
  return load;
}

/**
 * Loads all of it, one after the other, once the server answers: nobody's first call waits for it, and a server
 * whose files are replaced later has all of its own version.
 * @throws AggregateError of what could not be loaded, once the rest is
 */
export async function loadRest(): Promise<void> {
  const failures: unknown[] = [];
  for (const load of loads) await load().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be loaded');
}
