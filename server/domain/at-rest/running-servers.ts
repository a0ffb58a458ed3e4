import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import { type DataKeys, keysOf } from '../../database/data-keys.ts';
import { type Database, inTransaction, isUnavailable } from '../../database/database.ts';
import { LOCAL_COMMIT } from '../../database/session.ts';
import { writeFailureReason } from '../../database/write-health.ts';
import { runPeriodically } from '../turns.ts';
import { writingKey } from './current-key.ts';

/** How often a server reports its keys. */
const EVERY_MS = 20_000;
/** A server without a report for this long counts as ended. */
export const LIFETIME_S = 60;

/** The newest key, which this server lacks: nobody can log in or register at this server. */
export interface KeyLack {
  readonly keyId: string;
  /** whether another running server has the key */
  readonly isElsewhere: boolean;
}

/** Reports this server's data keys to other servers and commands, and detects when this server lacks the newest key. */
export class RunningServer {
  /** result of the last check */
  lack: KeyLack | null = null;
  readonly #id = randomUUID();
  readonly #pool: pg.Pool;
  readonly #tell: (message: string) => void;

  /** @param tell called once when this server lacks the newest key */
  constructor(pool: pg.Pool, tell: (message: string) => void) {
    this.#pool = pool;
    this.#tell = tell;
  }

  /**
   * Registers this server. If the key is rotated at the same time, either this call waits for the rotation
   * and needs the new key, or the rotation finds this server's row.
   * @throws DatabaseError when this process lacks the newest key
   */
  async begin(): Promise<void> {
    try {
      await inTransaction(this.#pool, async (db) => {
        await writingKey(db);
        await db.query('delete from running_server where ends_at < clock_timestamp()');
        await this.#write(db);
      });
    } catch (error) {
      // the database takes no writes now: a later `reportKeys` writes the row
      if (writeFailureReason(error) === null) throw error;
    }
  }

  async reportKeys(): Promise<void> {
    const lack = await this.#write(this.#pool);
    if (lack && !this.lack) {
      const why = keysOf(this.#pool).lacks(lack.keyId);
      this.#tell(`nobody can log in or register at this server: ${why}`);
    }
    this.lack = lack;
  }

  async end(): Promise<void> {
    await this.#pool.query('delete from running_server where server_id = $1', [this.#id]);
  }

  async #write(db: Database): Promise<KeyLack | null> {
    const ids = keysOf(this.#pool)
      .all()
      .map(({ id }) => id);
    const { rows } = await db.query<KeyLack>(
      `with told as (
         insert into running_server (server_id, name, key_ids, ends_at)
         select $1::uuid, $2::text, $3::text[], clock_timestamp() + interval '${LIFETIME_S} seconds'
         from ${LOCAL_COMMIT}
         on conflict (server_id) do update set key_ids = excluded.key_ids, ends_at = excluded.ends_at
       )
       select key_id as "keyId", exists (
         select from running_server where server_id <> $1 and ends_at > now() and key_id = any(key_ids)
       ) as "isElsewhere"
       from data_key order by place desc limit 1`,
      [this.#id, `${hostname()} (process ${process.pid})`, ids],
    );
    const [newest] = rows;
    return newest && !ids.includes(newest.keyId) ? newest : null;
  }
}

interface RunningServerOptions {
  /** called once when this server lacks the newest key */
  readonly tell: (message: string) => void;
  /** not called while the database is unreachable or read-only: other parts report that */
  readonly onError: (error: unknown) => void;
}

/**
 * Reports the keys now and every 20 s. Where an embedded database has its keys in a file, all its servers read new keys
 * there, and report nothing.
 * @throws DatabaseError when this process lacks the newest key
 */
export async function startRunningServer(
  { pool, keys, embedded }: { pool: pg.Pool; keys: DataKeys; embedded: boolean },
  { tell, onError }: RunningServerOptions,
): Promise<{ running: RunningServer; stop: () => Promise<void> }> {
  const running = new RunningServer(pool, tell);
  if (embedded && !keys.isGiven) return { running, stop: async () => {} };
  await running.begin();
  const report = (error: unknown) => {
    if (!isUnavailable(error)) onError(error);
  };
  const stopTurns = runPeriodically(() => running.reportKeys().catch(report), EVERY_MS);
  const stop = async () => {
    await stopTurns();
    await running.end().catch(report);
  };
  return { running, stop };
}

/** Names of the running servers that match a condition on the key `$1`. */
const serversThat =
  (condition: string) =>
  async (db: Database, keyId: string): Promise<string[]> => {
    const { rows } = await db.query<{ name: string }>(
      `select name from running_server
       where ends_at > clock_timestamp() and ${condition} order by name`,
      [keyId],
    );
    return rows.map(({ name }) => name);
  };

export const serversWith = serversThat('$1 = any(key_ids)');
export const serversWithout = serversThat('not ($1 = any(key_ids))');
