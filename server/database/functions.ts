import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseError } from './database-error.ts';

const FOLDER = join(import.meta.dirname, 'functions');
const VERSION = /^-- version (\d+)\n/;

interface Known {
  readonly name: string;
  readonly version: number;
  readonly checksum: string;
}

interface DatabaseFunction extends Known {
  readonly sql: string;
}

async function readFunctions(): Promise<DatabaseFunction[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(join(FOLDER, file), 'utf8')).replaceAll('\r\n', '\n');
      const version = VERSION.exec(sql)?.[1];
      if (version === undefined) throw new Error(`${file} does not begin with its version`);
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.replace('.sql', ''), version: Number(version), checksum, sql };
    }),
  );
}

/** @returns no functions while the table `database_function` does not exist */
async function readKnown(db: pg.Pool | pg.Client): Promise<Known[]> {
  const { rowCount } = await db.query("select where to_regclass('database_function') is not null");
  if (!rowCount) return [];
  const { rows } = await db.query<Known>('select name, version, checksum from database_function');
  return rows;
}

/**
 * Returns the functions that the database lacks or has in a lower version. It may have a higher one.
 * @throws DatabaseError when a function was changed and kept its version
 */
async function readMissing(db: pg.Pool | pg.Client): Promise<DatabaseFunction[]> {
  const known = await readKnown(db);
  return (await readFunctions()).filter(({ name, version, checksum }) => {
    const theirs = known.find((row) => row.name === name);
    if (theirs?.version === version && theirs.checksum !== checksum) {
      throw new DatabaseError(
        `the function ${name} of version ${version} in the database differs from the function of this version of Clipurse`,
      );
    }
    return !theirs || theirs.version < version;
  });
}

/** Names a function for people, in a list with the file names of migrations. */
const told = ({ name }: Known) => `${name}()`;

/**
 * The functions that the database lacks or has in a lower version. Changes nothing.
 * @throws DatabaseError when a function was changed and kept its version
 */
export const missingFunctions = async (db: pg.Pool): Promise<string[]> =>
  (await readMissing(db)).map(told);

/**
 * Creates the functions that the database lacks or has in a lower version: a process of the version
 * before never replaces a newer function.
 * @param client holds the lock of the migrations
 * @returns names of the created functions
 * @throws DatabaseError when a function was changed and kept its version
 */
export async function createFunctions(client: pg.Client): Promise<string[]> {
  const missing = await readMissing(client);
  for (const { name, version, checksum, sql } of missing) {
    await client.query('begin');
    await client.query(sql);
    await client.query(
      `insert into database_function (name, version, checksum) values ($1, $2, $3)
       on conflict (name) do update set version = excluded.version, checksum = excluded.checksum`,
      [name, version, checksum],
    );
    await client.query('commit');
  }
  return missing.map(told);
}
