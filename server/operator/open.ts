import type { Config } from '../config.ts';
import { DatabaseError } from '../database/database-error.ts';
import { nameDatabase, type OpenDatabase, openDatabase } from '../database/open.ts';
import { readServerRecord } from '../database/server-record.ts';
import { OPERATOR_LIMITS } from '../database/session.ts';

/** The database that a command works on. */
export interface OperatorDatabase extends OpenDatabase {
  /** names that database and the server that uses it, in one line */
  readonly where: string;
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
  const isOurs = server?.runs && server.database === name;
  const address = isOurs ? server.address : `none is known in ${dataDir}`;
  return { ...database, where: `database: ${name}; server: ${address}` };
}
