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

/** The functions that the database lacks or has in a lower version. Their table must be there. */
export async function missingFunctions(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<Known>('select name, version, checksum from database_function');
  const isThere = ({ name, version }: Known) =>
    rows.some((row) => row.name === name && row.version >= version);
  return (await readFunctions()).filter((each) => !isThere(each)).map(({ name }) => `${name}()`);
}

/**
 * Creates the functions of the database, those that are missing or of a lower version: a process of
 * the version before never puts its own in the place of a newer one.
 * @param client within the lock of the migrations
 * @throws DatabaseError when a function was changed and kept its version
 */
export async function createFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Known>(
    'select name, version, checksum from database_function',
  );
  for (const { name, version, checksum, sql } of await readFunctions()) {
    const known = rows.find((row) => row.name === name);
    if (known?.version === version && known.checksum !== checksum) {
      throw new DatabaseError(
        `the database has another ${name} of version ${version} than the one of this version`,
      );
    }
    if (known && known.version >= version) continue;
    await client.query('begin');
    await client.query(sql);
    await client.query(
      `insert into database_function (name, version, checksum) values ($1, $2, $3)
       on conflict (name) do update set version = excluded.version, checksum = excluded.checksum`,
      [name, version, checksum],
    );
    await client.query('commit');
  }
}
