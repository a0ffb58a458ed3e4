import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';

/** A data key, with a derived key for each purpose. */
export interface DataKey {
  /** names the key, and reveals nothing of it */
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

/** @returns the bytes of a key in hexadecimal digits or Base64; null: the text is no key */
function readKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const key = Buffer.from(text, 'base64url');
  return /^[\w+/-]{43}=?$/.test(text) && key.length === BYTES ? key : null;
}

const NO_KEY =
  'each key in DATA_KEY and DATA_KEY_OLD must have 32 random bytes in hexadecimal digits or Base64; `openssl rand -hex 32` makes a key';

export interface KeySource {
  /** texts of DATA_KEY and DATA_KEY_OLD, the newest first */
  readonly given: readonly string[];
  /** path of the embedded database's key file: one key a line, the newest first */
  readonly file: string;
}

export class DataKeys {
  readonly #source: KeySource;

  /** @throws DatabaseError when a text is no key, or the file exists and is unusable */
  constructor(source: KeySource) {
    this.#source = source;
    this.all();
  }

  /** Reads the file at each call: a rotation may have added a key to it. */
  all(): readonly DataKey[] {
    const given = this.#source.given.map((text) => {
      const key = readKey(text);
      if (!key) throw new DatabaseError(NO_KEY);
      return key;
    });
    return [...given, ...this.#readFile()].map(deriveKeys);
  }

  /** @throws DatabaseError when this process does not have the key */
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

  /** whether the environment has the newest key, instead of the file */
  get isGiven(): boolean {
    return this.#source.given.length > 0;
  }

  get file(): string {
    return this.#source.file;
  }

  /** Adds a new key to the file, which is readable by its owner only. */
  async makeInFile(): Promise<DataKey> {
    const { file } = this.#source;
    const keys = [randomBytes(BYTES), ...this.#readFile()];
    const draft = `${file}.new-${process.pid}`;
    const text = keys.map((key) => `${key.toString('hex')}\n`).join('');
    await writeFile(draft, text, { mode: 0o600, flush: true });
    // root may run the command, while the server's own user reads the file
    const folder = dirname(file);
    const { uid, gid } = await stat(keys.length > 1 ? file : folder);
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await rename(draft, file);
    // flushes the new name before the database has data that this key seals
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
      // DATA_DIR itself may be no folder: the code that needs the folder reports this
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

/** A pool and its connections carry the keys of their database; objects that inherit from the pool do, too. */
const KEYS = Symbol('data keys');
interface Carrier {
  [KEYS]?: DataKeys;
}

/** Gives a pool the keys to read sealed data with. */
export function attachKeys(pool: pg.Pool, keys: DataKeys): void {
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
