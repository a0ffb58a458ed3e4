import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/database/migrate.ts';
import { partitionByPerson } from './partitions.ts';
import { startPostgres } from './start.ts';

/**
 * Tests of the server begin with an empty database; with `TEST_PARTITIONED=1` with one that keeps each
 * person's rows in one partition, as `database distribute` would have it.
 */
export default (project: TestProject) =>
  startPostgres(project, async (url) => {
    await migrate(url);
    if (process.env.TEST_PARTITIONED) await partitionByPerson(url);
  });
