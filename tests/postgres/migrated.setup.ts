import type { TestProject } from 'vitest/node';
import { partitionByPerson } from './partitions.ts';
import { startPostgres } from './start.ts';

/**
 * Tests of the server begin with an empty database; with `TEST_PARTITIONED=1` with one that keeps each
 * person's rows in one partition, as `database distribute` would have it.
 */
export default (project: TestProject) =>
  startPostgres(project, process.env.TEST_PARTITIONED ? partitionByPerson : undefined);
