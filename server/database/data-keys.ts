import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';

/** A key for what is sealed in the database, with a key of its own for each purpose. */
export interface DataKey {
  /** names the key, and tells nothing of it */
  readonly id: string;
  readonly sealing: Buffer;
  readonly hashing: Buffer;
}

const BYTES = 32;

function deriveKeys(key: Buffer): DataKey {
  const keyFor = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, '', `clipurse ${purpose}`, bytes));
  return {
    id: keyFor('id', 8).toString('hex'),
    sealing: keyFor('sealing', BYTES),
    hashing: keyFor('hashing', BYTES),
  };
}

/** @returns the key that a text is, in hexadecimal digits or Base64; null: it is none */
function readKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const key = Buffer.from(text, 'base64url');
  return /^[\w+/-]{43}=?$/.test(text) && key.length === BYTES ? key : null;
}

const NO_KEY =
  'DATA_KEY and DATA_KEY_OLD must have 32 random bytes a key in hexadecimal digits or Base64, as `openssl rand -hex 32` makes them';

/** Where the keys come from. */
export interface KeySource {
  /** DATA_KEY and those of DATA_KEY_OLD, the newest first, as they are given */
  readonly given: readonly string[];
  /** the file that the embedded database's keys are in, one a line, the newest first */
  readonly file: string;
}

/** The keys that this process has. */
export class DataKeys {
  readonly #source: KeySource;

  /** @throws DatabaseError when one is no key, or the file is there and cannot be used */
  constructor(source: KeySource) {
    this.#source = source;
    this.all();
  }

  /** Read anew each time it is asked: a rotation may have added a key to the file. */
  all(): readonly DataKey[] {
    const given = this.#source.given.map((text) => {
      const key = readKey(text);
      if (!key) throw new DatabaseError(NO_KEY);
      return key;
    });
    return [...given, ...this.#readFile()].map(deriveKeys);
  }

  /** @throws DatabaseError when this process does not have it */
  find(id: string): DataKey {
    const known = this.#known.get(id) ?? this.all().find((key) => key.id === id);
    if (!known) throw new DatabaseError(this.lacks(id));
    this.#known.set(id, known);
    return known;
  }

  readonly #known = new Map<string, DataKey>();

  lacks(id: string): string {
    return `the database is sealed with the data key ${id}, which neither DATA_KEY, DATA_KEY_OLD nor ${this.#source.file} has`;
  }

  /** whether the environment names the key, and not the file */
  get isGiven(): boolean {
    return this.#source.given.length > 0;
  }

  get file(): string {
    return this.#source.file;
  }

  /** Adds a new key to the file, which only its owner may read. */
  async makeInFile(): Promise<DataKey> {
    const { file } = this.#source;
    const keys = [randomBytes(BYTES), ...this.#readFile()];
    const draft = `${file}.new-${process.pid}`;
    const text = keys.map((key) => `${key.toString('hex')}\n`).join('');
    await writeFile(draft, text, { mode: 0o600, flush: true });
    // root may give the command, and the server's own user reads the file
    const folder = dirname(file);
    const { uid, gid } = await stat(keys.length > 1 ? file : folder);
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await rename(draft, file);
    // before the database has what is sealed with it
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
    return deriveKeys(keys[0] as Buffer);
  }

  #readFile(): Buffer[] {
    const { file } = this.#source;
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // DATA_DIR itself may be no folder: that is said by whoever needs it
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      throw new DatabaseError(`${file} cannot be read: ${message}`);
    }
    const lines = text.split('\n').map((line) => line.trim());
    return lines.flatMap((line, place) => {
      if (line === '' || line.startsWith('#')) return [];
      const key = readKey(line);
      if (!key) throw new DatabaseError(`line ${place + 1} of ${file} is no key of 32 bytes`);
      return [key];
    });
  }
}

/** A pool or a connection of it carries the keys of its database; what inherits from the pool does, too. */
const KEYS = Symbol('data keys');
interface Carrier {
  [KEYS]?: DataKeys;
}

/** From now on what is sealed in the pool's database can be read. */
export function lendKeys(pool: pg.Pool, keys: DataKeys): void {
  const carrier = pool as Carrier;
  if (!carrier[KEYS]) {
    pool.on('acquire', (client) => {
      (client as Carrier)[KEYS] = carrier[KEYS] ?? keys;
    });
  }
  carrier[KEYS] = keys;
}

const NONE = new DataKeys({ given: [], file: '' });

export const keysOf = (db: Database): DataKeys => (db as Carrier)[KEYS] ?? NONE;
