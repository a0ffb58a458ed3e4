import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DatabaseError } from './database-error.ts';
import { createFunctions, missingFunctions } from './functions.ts';
import { KEEP_ALIVE, MIGRATION_LIMITS, prepareSession } from './session.ts';

/** An arbitrary advisory lock id, the same in every process: its holder migrates or distributes. */
export const MIGRATING = 7_204_101;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** it removes what the previous version needs: servers of that version must not run any more */
  readonly contract: boolean;
}

/** First line of a migration that contracts (docs/contributing.md). */
const CONTRACT = /^-- contract\b/;
const FILE = /^(\d{4})_\w+\.sql$/;
const FOLDER = join(import.meta.dirname, 'migrations');

/** Reads the folder's numbered files, in order. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      // line ends do not count: a checkout may change them
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      const contract = CONTRACT.test(sql);
      return { number: Number(name.split('_')[0]), name, sql, checksum, contract };
    }),
  );
}

/** @throws DatabaseError when this code must not run on a database with these migrations */
function assertApplicable(known: readonly Migration[], applied: readonly Applied[]): void {
  for (const row of applied) {
    const ours = known.find((migration) => migration.number === row.number);
    // a newer version's migration that only adds something leaves all that this code needs
    if (!ours && row.contract) {
      throw new DatabaseError(
        `the database is newer than this version of the server: it has ${row.name}`,
      );
    }
    if (ours && ours.checksum !== row.checksum) {
      throw new DatabaseError(
        `the database was made by a ${row.name} that differs from the file of this version of Clipurse`,
      );
    }
  }
}

type Applied = Omit<Migration, 'sql'>;

/** @returns null when no migration was ever applied: even the table `migration` is missing */
async function readApplied(db: pg.Pool | pg.Client): Promise<readonly Applied[] | null> {
  const { rowCount } = await db.query(`select where to_regclass('migration') is not null`);
  if (!rowCount) return null;
  // `contract` is a later column: without it each migration counts as one that contracts
  const { rows } = await db.query<Applied>(
    `select number, name, checksum,
       coalesce((to_jsonb(migration) ->> 'contract')::boolean, true) as contract
     from migration order by number`,
  );
  return rows;
}

const missingOf = (known: readonly Migration[], applied: readonly Applied[]) =>
  known.filter(({ number }) => !applied.some((row) => row.number === number));

/** Advice to a person whose database lacks tables, by the kind of the database. */
const MAKERS = {
  embedded: 'start the server of this version first, or use the commands of the version that runs',
  own: 'run `npm run -s operator -- database migrate` of this version',
} as const;

/**
 * Finds the migrations and functions of this version that a database lacks. Changes nothing.
 * @returns their names, in the order in which they are made
 * @throws DatabaseError when the database is newer than, or differs from, this code's version
 */
export async function findMissing(db: pg.Pool, folder = FOLDER): Promise<string[]> {
  const known = await readMigrations(folder);
  const applied = (await readApplied(db)) ?? [];
  assertApplicable(known, applied);
  const missing = missingOf(known, applied).map(({ name }) => name);
  return [...missing, ...(await missingFunctions(db))];
}

/**
 * Changes nothing.
 * @throws DatabaseError when the database is not of this code's version
 */
export async function assertMigrated(
  db: pg.Pool,
  kind: keyof typeof MAKERS,
  folder = FOLDER,
): Promise<void> {
  const [missing] = await findMissing(db, folder);
  if (missing === undefined) return;
  const lack = (await readApplied(db)) === null ? 'has no tables' : `lacks ${missing}`;
  throw new DatabaseError(`the database ${lack}: ${MAKERS[kind]}`);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  await client.query(migration.sql);
  await client.query(
    `insert into migration (number, name, checksum, contract, applied_at)
     values ($1, $2, $3, $4, now())`,
    [migration.number, migration.name, migration.checksum, migration.contract],
  );
  await client.query('commit');
}

/** Adds the column `contract`: migrations that were applied before count as ones that contract. */
async function addContractColumn(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'contract'",
  );
  if (rowCount) return;
  await client.query('alter table migration add column contract boolean not null default true');
}

/**
 * Brings a database's schema up to date; when several processes start together, one migrates while
 * the others wait.
 * @returns the names of the migrations that were applied and of the functions that were created
 * @throws DatabaseError when the database is newer than, or differs from, this code's migrations
 */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const known = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'clipurse migrate',
    ...KEEP_ALIVE,
  });
  // a broken connection fails its query; without a listener the event would end the process
  client.on('error', () => {});
  await client.connect();
  try {
    await prepareSession(client, { ...MIGRATION_LIMITS, lockMs: 0 });
    await client.query('select pg_advisory_lock($1)', [MIGRATING]);
    await prepareSession(client, MIGRATION_LIMITS);
    const applied = await readApplied(client);
    // a role that may not make tables can start when no migration is outstanding
    if (applied === null) {
      await client.query(`create table migration (
        number integer primary key, name text not null, checksum text not null,
        applied_at timestamptz not null)`);
    }
    await addContractColumn(client);
    assertApplicable(known, applied ?? []);
    const missing = missingOf(known, applied ?? []);
    for (const migration of missing) await apply(client, migration);
    // an older schema, in tests, has none of these functions
    const functions = folder === FOLDER ? await createFunctions(client) : [];
    return [...missing.map(({ name }) => name), ...functions];
  } finally {
    // ends the session, and with it the lock and a failed transaction
    await client.end();
  }
}
