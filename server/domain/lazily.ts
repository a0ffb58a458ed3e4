type Load = () => Promise<unknown>;

const loads: Load[] = [];

/**
 * For a module that no call needs until people do something rare, with the libraries that it imports: without it a
 * server starts sooner. Node loads a module once, however often it is asked for.
 * @param load `() => import('…')`
 * @returns the same function
 */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loads.push(load);
  return load;
}

/**
 * Loads what is left, one after the other, once the server answers: nobody's first call waits for it, and a server
 * whose files are replaced later has all of its own version.
 */
export async function loadRest(): Promise<void> {
  for (const load of loads) await load();
}
