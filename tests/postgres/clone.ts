import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { SOCKET_PORT } from '../../server/database/embedded/folders.ts';
import { distributedDatabase } from './cluster.ts';

/** A copy of the project's template. */
export interface ClonedDatabase {
  readonly url: string;
  /** also ends open connections */
  drop(): Promise<void>;
}

function urlOf(user: string, database: string): string {
  const host = encodeURIComponent(inject('postgresSocket'));
  return `postgres:///${database}?host=${host}&port=${SOCKET_PORT}&user=${user}`;
}

export async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/**
 * Clones a database of the project's set-up.
 * @param template `template0`: a database without tables
 * @param how SQL: further options of `create database`
 */
export async function cloneDatabase(template = 'clipurse', how = ''): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { TEST_CITUS } = process.env;
  if (TEST_CITUS && template === 'clipurse') return distributedDatabase(TEST_CITUS, name);
  await asOwner(
    `create database ${name} template ${template} owner clipurse strategy file_copy ${how}`,
  );
  return {
    url: urlOf('clipurse', name),
    drop: () => asOwner(`drop database ${name} with (force)`),
  };
}
