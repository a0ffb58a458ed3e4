import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createFunctions } from '../../../server/database/functions.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { startPostgres } from '../../postgres/start.ts';
import { migrateAs } from './checkout.ts';
import { before, migrations } from './env.ts';

export default (project: TestProject) =>
  startPostgres(project, async (url) => {
    migrateAs(before, url);
    await migrate(url, migrations);
    const client = new pg.Client(url);
    await client.connect();
    await createFunctions(client);
    await client.end();
  });
