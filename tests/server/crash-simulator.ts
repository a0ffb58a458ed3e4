import { writeFile } from 'node:fs/promises';
import type pg from 'pg';
import { type Disk, disk } from '../../server/operator/payouts/disk.ts';

/** The error that ends the simulated process. */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

/**
 * Simulates a process that crashes before or after one of its queries or disk operations: all later
 * operations throw too, so that the process cannot even clean up.
 */
export class CrashSimulator {
  points = 0;
  hasCrashed = false;
  readonly #crashesAt: number;
  #rolledBack: Promise<unknown>[] = [];

  constructor(crashesAt: number) {
    this.#crashesAt = crashesAt;
  }

  /** Marks a moment between two steps. @throws SimulatedCrash if the process crashes there */
  mayCrash(): void {
    if (!this.hasCrashed) this.points += 1;
    this.hasCrashed ||= this.points === this.#crashesAt;
    if (this.hasCrashed) throw new SimulatedCrash();
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    this.mayCrash();
    const result = await work();
    this.mayCrash();
    return result;
  }

  /** Returns the process’s pool; after the crash its open transactions are rolled back. */
  pool(pool: pg.Pool): pg.Pool {
    const query = (...args: unknown[]) =>
      this.step(() => (pool.query as (...all: unknown[]) => Promise<unknown>)(...args));
    const connect = async () => this.#client(await pool.connect());
    return new Proxy(pool, {
      get: (target, name) => {
        if (name === 'query') return query;
        return name === 'connect' ? connect : Reflect.get(target, name);
      },
    });
  }

  #client(client: pg.PoolClient): pg.PoolClient {
    const query = (...args: unknown[]) =>
      this.step(() => (client.query as (...all: unknown[]) => Promise<unknown>)(...args));
    const release = () => {
      if (!this.hasCrashed) return client.release();
      this.#rolledBack.push(client.query('rollback').then(() => client.release()));
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return query;
        return name === 'release' ? release : Reflect.get(target, name);
      },
    });
  }

  /** The process’s disk; a file that is being written at the crash gets half of its bytes. */
  get disk(): Disk {
    return {
      exists: (path) => this.step(() => disk.exists(path)),
      link: (from, to) => this.step(() => disk.link(from, to)),
      remove: (path) => this.step(() => disk.remove(path)),
      sync: (folder) => this.step(() => disk.sync(folder)),
      store: async (path, content) => {
        this.mayCrash();
        if (this.points + 1 === this.#crashesAt) {
          await writeFile(path, content.subarray(0, content.length / 2));
        }
        await this.step(() => disk.store(path, content));
      },
    };
  }

  /** Resolves when the open transactions are rolled back. */
  async rolledBack(): Promise<void> {
    await Promise.all(this.#rolledBack);
  }
}
