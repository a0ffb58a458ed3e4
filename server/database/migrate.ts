import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DatabaseError } from './database-error.ts';
import { createFunctions } from './functions.ts';
import { KEEP_ALIVE, MIGRATION_LIMITS, prepareSession } from './session.ts';

/** An arbitrary advisory lock id, the same in every process: its holder migrates. */
const LOCK_ID = 7_204_101;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FILE = /^(\d{4})_\w+\.sql$/;
const FOLDER = join(import.meta.dirname, 'migrations');

/** The numbered files of the folder, in order. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      // a checkout with other line ends is the same migration
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      return { number: Number(name.split('_')[0]), name, sql, checksum };
    }),
  );
}

function assertApplicable(known: readonly Migration[], applied: readonly Applied[]): void {
  for (const row of applied) {
    const ours = known.find((migration) => migration.number === row.number);
    if (!ours) {
      throw new DatabaseError(
        `the database is newer than this version of the server: it has ${row.name}`,
      );
    }
    if (ours.checksum !== row.checksum) {
      throw new DatabaseError(
        `the database was made by another ${row.name} than the one of this version`,
      );
    }
  }
}

type Applied = Omit<Migration, 'sql'>;

/** @returns null where no migration was ever applied: there is not even their table */
async function readApplied(db: pg.Pool | pg.Client): Promise<readonly Applied[] | null> {
  const { rowCount } = await db.query(`select where to_regclass('migration') is not null`);
  if (!rowCount) return null;
  const { rows } = await db.query<Applied>(
    'select number, name, checksum from migration order by number',
  );
  return rows;
}

const missingOf = (known: readonly Migration[], applied: readonly Applied[]) =>
  known.filter(({ number }) => !applied.some((row) => row.number === number));

/**
 * Changes nothing.
 * @throws DatabaseError when the database is not of this code's version
 */
export async function assertMigrated(db: pg.Pool, folder = FOLDER): Promise<void> {
  const known = await readMigrations(folder);
  const applied = await readApplied(db);
  if (applied === null) {
    throw new DatabaseError('the database has no tables: start the server first, it makes them');
  }
  assertApplicable(known, applied);
  const [missing] = missingOf(known, applied);
  if (missing) {
    throw new DatabaseError(
      `the database lacks ${missing.name}: start the server of this version first, or use the commands of the version that runs`,
    );
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  await client.query(migration.sql);
  await client.query(
    'insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, now())',
    [migration.number, migration.name, migration.checksum],
  );
  await client.query('commit');
}

/**
 * Brings a database's schema up to date; of several processes that start together one does it
 * while the others wait.
 * @returns how many migrations were applied
 * @throws DatabaseError when the database is newer than, or differs from, this code's migrations
 */
export async function migrate(url: string, folder = FOLDER): Promise<number> {
  const known = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'clipurse migrate',
    ...KEEP_ALIVE,
  });
  // a connection that breaks fails its query; without a listener the event would end the process
  client.on('error', () => {});
  await client.connect();
  try {
    await prepareSession(client, { ...MIGRATION_LIMITS, lockMs: 0 });
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
    await prepareSession(client, MIGRATION_LIMITS);
    const applied = await readApplied(client);
    // a role that may not make tables can start when nothing is to migrate
    if (applied === null) {
      await client.query(`create table migration (
        number integer primary key, name text not null, checksum text not null,
        applied_at timestamptz not null)`);
    }
    assertApplicable(known, applied ?? []);
    const missing = missingOf(known, applied ?? []);
    for (const migration of missing) await apply(client, migration);
    // an older schema, in tests, has none of the functions
    if (folder === FOLDER) await createFunctions(client);
    return missing.length;
  } finally {
    // ends the session, and with it the lock and a transaction that failed
    await client.end();
  }
}
