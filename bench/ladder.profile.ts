import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { foldersOf } from '../server/database/embedded/folders.ts';
import { readPostmaster } from '../server/database/embedded/process.ts';
import type { Target } from './api.target.ts';

/** A tick of the system's CPU clock in microseconds: Linux counts a hundred a second. */
const TICK_US = 10_000;

/** Use of the processor so far in microseconds, and the database's writes. */
interface ResourceUsage {
  readonly load: number;
  readonly server: number;
  /** by the process id, for each process of the database */
  readonly database: ReadonlyMap<string, number>;
  readonly logBytes: number;
  readonly flushes: number;
}

/** Resource use of one rung of the ladder. */
export interface Profile extends Omit<ResourceUsage, 'database'> {
  readonly rewards: number;
  readonly statements: number;
  /** the database's own processes, which write its log and its pages */
  readonly writers: number;
}

interface Process {
  readonly parent: number;
  readonly us: number;
}

function processOf(pid: number | string): Process | null {
  try {
    // the name comes second, in brackets, and may contain any characters
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(fields[1]), us: (Number(fields[11]) + Number(fields[12])) * TICK_US };
  } catch {
    return null; // the process has ended
  }
}

const usOf = (pid: number | string) => processOf(pid)?.us ?? 0;

/** The processes that serve connections have other titles. */
const isWriter = (pid: string) =>
  /writer|checkpointer|launcher|io worker/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));

/** Measures the processor time of each process. Linux only. */
export class Processors {
  readonly #target: Target;
  readonly #owner: pg.Client;
  #postmaster = 0;

  constructor(target: Target) {
    this.#target = target;
    this.#owner = new pg.Client(target.databaseUrl);
  }

  async open(): Promise<this> {
    await this.#owner.connect();
    this.#postmaster = (await readPostmaster(foldersOf(this.#target.dataDir).cluster)) ?? 0;
    return this;
  }

  end(): Promise<void> {
    return this.#owner.end();
  }

  async #taken(): Promise<ResourceUsage> {
    const database = new Map<string, number>();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const found = processOf(pid);
      if (found?.parent === this.#postmaster) database.set(pid, found.us);
    }
    const { rows } = await this.#owner.query<{ bytes: string; flushes: string }>(
      `select wal_bytes::text as bytes, (select sum(fsyncs)::text from pg_stat_io where object = 'wal')
         as flushes from pg_stat_wal`,
    );
    return {
      ...{ load: usOf(process.pid), server: usOf(this.#target.pid), database },
      ...{ logBytes: Number(rows[0]?.bytes), flushes: Number(rows[0]?.flushes) },
    };
  }

  /** Measures some work. @param work returns the number of its rewards */
  async over(work: () => Promise<number>): Promise<Profile> {
    const before = await this.#taken();
    const rewards = await work();
    const after = await this.#taken();
    const of = (what: Exclude<keyof ResourceUsage, 'database'>) => after[what] - before[what];
    let statements = 0;
    let writers = 0;
    for (const [pid, us] of after.database) {
      const taken = us - (before.database.get(pid) ?? 0);
      if (isWriter(pid)) writers += taken;
      else statements += taken;
    }
    return {
      ...{ rewards, load: of('load'), server: of('server'), statements, writers },
      ...{ logBytes: of('logBytes'), flushes: of('flushes') },
    };
  }
}

/** Prints the sums of some rounds, for each reward. */
export function printProfile(name: string, profiles: readonly Profile[]): void {
  const sum = (what: keyof Profile) => profiles.reduce((all, profile) => all + profile[what], 0);
  const each = (what: keyof Profile) => sum(what) / sum('rewards');
  const us = (what: keyof Profile) => each(what).toFixed(0).padStart(5);
  const all = each('load') + each('server') + each('statements') + each('writers');
  console.log(
    `${name.padEnd(42)} ${all.toFixed(0).padStart(5)} us of processor: load ${us('load')},` +
      ` server ${us('server')}, statements ${us('statements')}, writers ${us('writers')};` +
      ` ${each('logBytes').toFixed(0)} B of log, ${each('flushes').toFixed(2)} flushes`,
  );
}
