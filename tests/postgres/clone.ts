import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { SOCKET_PORT } from '../../server/database/embedded/folders.ts';
import { distributedDatabase } from './cluster.ts';

/** A copy of the project's template. */
export interface ClonedDatabase {
  readonly url: string;
  /** ends whoever is still connected */
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
 * A database of one's own, as the project's set-up has filled it.
 * @param template `template0`: one without any table
 * @param how SQL: more of what it is made with
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
