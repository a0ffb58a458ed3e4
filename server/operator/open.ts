import type { Config } from '../config.ts';
import { DatabaseError } from '../database/database-error.ts';
import { nameDatabase, type OpenDatabase, openDatabase } from '../database/open.ts';
import { readServerRecord } from '../database/server-record.ts';
import { OPERATOR_LIMITS } from '../database/session.ts';

/** The database that a command works on. */
export interface OperatorDatabase extends OpenDatabase {
  /** names that database and the server that uses it, in one line */
  readonly where: string;
  /** where people open the app, as its server has left it; null: no server has */
  readonly publicUrl: string | null;
}

/**
 * Opens the server's database as it is: a command makes no database and no tables.
 * @throws DatabaseError that says what to set when this is not the server's database
 */
export async function openForOperator(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
): Promise<OperatorDatabase> {
  const server = await readServerRecord(dataDir);
  const name = nameDatabase(databaseUrl, dataDir);
  if (server && databaseUrl === null && server.database !== name) {
    throw new DatabaseError(
      `the server ${server.address} of ${dataDir} uses the database ${server.database}: set DATABASE_URL as the server has it`,
    );
  }
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    log,
    makes: false,
    maxConnections: 2,
    limits: OPERATOR_LIMITS,
  });
  const own = server?.database === name ? server : null;
  const running = own?.runs ? own.address : `none is known in ${dataDir}`;
  const publicUrl = own && (own.publicUrl ?? own.address);
  return { ...database, publicUrl, where: `database: ${name}; server: ${running}` };
}
