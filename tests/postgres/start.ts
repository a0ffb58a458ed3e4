import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../server/database/embedded/embedded.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { chooseParent, ownPrefix, removeLeftovers } from './leftovers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** folder of the Unix socket on which the project's Postgres listens */
    postgresSocket: string;
  }
}

/**
 * Starts one embedded Postgres for all files of a project; its database is the template of every
 * test's.
 * @param fill creates the template's tables and the initial data of every test
 * @returns a function that stops it
 */
export async function startPostgres(
  project: TestProject,
  fill: (url: string) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const parent = await chooseParent();
  await removeLeftovers(parent);
  const dataDir = await mkdtemp(join(parent, ownPrefix));
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  const stop = async () => {
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await fill(embedded.url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgresSocket', foldersOf(dataDir).socket);
  return stop;
}
