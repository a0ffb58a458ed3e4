import type { TestProject } from 'vitest/node';
import { startPostgres } from './start.ts';

/** Tests of the server begin with an empty database. */
export default (project: TestProject) => startPostgres(project);
