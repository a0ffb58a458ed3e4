import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../server/database/embedded/embedded.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { migrate } from '../../server/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** folder of the Unix socket on which the run's Postgres listens */
    postgresSocket: string;
  }
}

/** One embedded Postgres for the whole run; its migrated database is the template of every test's. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-test-'));
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  await migrate(embedded.url);
  project.provide('postgresSocket', foldersOf(dataDir).socket);
  return async () => {
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
