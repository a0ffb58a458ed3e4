import type pg from 'pg';
import { createPool } from './database.ts';
import { backendOf } from './session.ts';

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

const CONTROL_TIMEOUT_MS = 1_000;

/**
 * Pool of one connection to the same database: it can be used while all connections of the given
 * pool are busy, and times out after a second when the database does not answer.
 */
export function controlPool(pool: pg.Pool): pg.Pool {
  const { connectionString = '' } = pool.options;
  return createPool({ url: connectionString, max: 1, queryTimeoutMs: CONTROL_TIMEOUT_MS });
}

export interface Deadline {
  readonly pool: pg.Pool;
  /** ends the statements of work that took too long, see `controlPool` */
  readonly control: pg.Pool;
  readonly ms: number;
}

/**
 * Runs work with a deadline. After the deadline the returned promise rejects, later queries of the
 * work fail, and the connections that the work holds are ended with their transactions: a
 * transaction has committed by then, or never commits.
 * @param work gets the pool to use; its queries on another pool have no deadline
 * @throws DeadlineExceeded
 */
export async function withinDeadline<Result>(
  { pool, control, ms }: Deadline,
  work: (db: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const connections = new Connections(pool);
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(connections.close());
    for (const client of connections.held) endConnection(client, control);
  }, ms);
  try {
    return await Promise.race([work(connections.pool), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Connections that one piece of work holds. */
class Connections {
  readonly held = new Set<pg.PoolClient>();
  /** the source pool with another `connect`, which its `query` uses too */
  readonly pool: pg.Pool;
  readonly #source: pg.Pool;
  #closed: DeadlineExceeded | undefined;

  constructor(source: pg.Pool) {
    this.#source = source;
    this.pool = Object.create(source, { connect: { value: this.#connect } });
  }

  /** Refuses further connections, and ends returned ones. */
  close(): DeadlineExceeded {
    this.#closed = new DeadlineExceeded('the work took too long');
    return this.#closed;
  }

  readonly #connect = (
    done?: (error?: Error, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void,
  ): Promise<pg.PoolClient> | undefined => {
    if (done === undefined) return this.#take();
    this.#take().then((client) => done(undefined, client, client.release), done);
    return undefined;
  };

  async #take(): Promise<pg.PoolClient> {
    if (this.#closed) throw this.#closed;
    const client = await this.#source.connect();
    if (this.#closed) {
      client.release();
      throw this.#closed;
    }
    const release = client.release;
    client.release = (error) => {
      this.held.delete(client);
      release(this.#closed ?? error);
    };
    this.held.add(client);
    return client;
  }
}

/**
 * Ends the backend first: a statement that waits for a lock does not notice that its client has
 * gone. The connection is still open then, so the process id belongs to the right backend.
 */
async function endConnection(client: pg.PoolClient, control: pg.Pool): Promise<void> {
  try {
    await control.query('select pg_terminate_backend($1::int)', [backendOf(client)]);
  } catch {
    // the database is unreachable: it will notice the broken connection by itself
  } finally {
    client.connection.stream.destroy();
  }
}
