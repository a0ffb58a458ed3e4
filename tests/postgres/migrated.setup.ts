import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/database/migrate.ts';
import { partitionByPerson } from './partitions.ts';
import { startPostgres } from './start.ts';

/**
 * Set-up of the server's tests with an empty database; with `TEST_PARTITIONED=1`, each person's rows
 * are in one partition, as after `database distribute`.
 */
export default (project: TestProject) =>
  startPostgres(project, async (url) => {
    await migrate(url);
    if (process.env.TEST_PARTITIONED) await partitionByPerson(url);
  });
