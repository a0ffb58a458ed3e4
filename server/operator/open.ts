import type { Config } from '../config.ts';
import { DatabaseError } from '../database/database-error.ts';
import { nameDatabase, type OpenDatabase, openDatabase } from '../database/open.ts';
import { readServerRecord } from '../database/server-record.ts';
import { OPERATOR_LIMITS } from '../database/session.ts';
import type { Command } from './command.ts';

/** The database that a command works on. */
export interface OperatorDatabase extends OpenDatabase {
  /** one line that names the database and the server that uses it */
  readonly where: string;
  /** origin of the app, from the server's record; null: no server of this database has left a record */
  readonly publicUrl: string | null;
}

type Work = Pick<Command, 'changes' | 'changesMediaFiles' | 'precedesServer' | 'allowsMissingKeys'>;
type Server = Awaited<ReturnType<typeof readServerRecord>>;

/**
 * Checks that the command and the server of its DATA_DIR use the same database. With DATABASE_URL, another
 * database is refused only for changes of media, and for other changes while the server runs, unless the
 * command is for a database that no server has started with yet.
 * @throws DatabaseError when the databases differ, or when the command would write media into a DATA_DIR that
 *   no server of its database uses
 */
function assertServerDatabase(
  server: Server,
  name: string,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { changes, changesMediaFiles, precedesServer }: Work,
): void {
  if (server === null && databaseUrl !== null && changesMediaFiles) {
    throw new DatabaseError(
      `no server of the database ${name} has started with DATA_DIR ${dataDir}: set DATA_DIR to the value of the server, or start the server first`,
    );
  }
  if (server === null || server.database === name) return;
  const uses = `the server ${server.address} of ${dataDir} uses the database ${server.database}`;
  if (databaseUrl === null) {
    throw new DatabaseError(`${uses}: set DATABASE_URL to the value of the server`);
  }
  // a server that does not run may start next with this database, which was moved or restored
  if (changesMediaFiles || (changes && server.runs && !precedesServer)) {
    throw new DatabaseError(
      `${uses}, not ${name}: set DATA_DIR and DATABASE_URL to the values of the server`,
    );
  }
}

/** Names the server that uses the database, for people. */
function tellServer(server: Server, name: string, dataDir: string): string {
  if (server && server.database !== name) {
    return `the server of ${dataDir} uses the database ${server.database}`;
  }
  return server?.runs ? server.address : `no server is known in ${dataDir}`;
}

/**
 * Opens the server's database without making a database or tables.
 * @throws DatabaseError that says what to set when this is not the server's database
 */
export async function openForOperator(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'dataKeys'>,
  log: (line: string) => void,
  work: Work = {},
): Promise<OperatorDatabase> {
  const { databaseUrl, dataDir, dataKeys } = config;
  const server = await readServerRecord(dataDir);
  const name = nameDatabase(databaseUrl, dataDir);
  assertServerDatabase(server, name, config, work);
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    dataKeys,
    log,
    makes: false,
    checksKeys: !work.allowsMissingKeys,
    maxConnections: 2,
    limits: OPERATOR_LIMITS,
  });
  const own = server?.database === name ? server : null;
  const publicUrl = own && (own.publicUrl ?? own.address);
  const where = `database: ${name}; server: ${tellServer(server, name, dataDir)}`;
  return { ...database, publicUrl, where };
}
