import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createPool } from '../../server/database/database.ts';
import { openEmbedded } from '../../server/database/embedded/embedded.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { connectAsOwner } from '../../server/database/embedded/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { OPERATOR_LIMITS } from '../../server/database/session.ts';
import { type Population, populate } from '../populations.ts';

/** Cached answers of each person, over the days until they expire. */
const ANSWERS_EACH = 5;
export const ANSWER_DAYS = 8;

export interface Cluster {
  readonly owner: pg.Client;
  /** connection URL of a database of the cluster */
  urlOf(name: string): string;
}

/**
 * Starts a Postgres for the bench. Autovacuum is off, and the bench vacuums explicitly, because the cost
 * of a vacuum is measured.
 */
export async function withCluster(work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-partitions-'));
  const settings = { autovacuum: 'off' };
  const embedded = await openEmbedded({ dataDir, log: () => {}, archiveDir: null, settings });
  const owner = await connectAsOwner(foldersOf(dataDir));
  try {
    await work({ owner, urlOf: (name) => embedded.url.replace(/\/clipurse\b/, `/${name}`) });
  } finally {
    await owner.end();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** $1 people. A person's answers are scattered over the table, as in production: day after day. */
const ANSWERS = `
  insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
  select n::bigint * 7919 % $1::int + 1, '/video/record', md5(n::text), sha256(n::text::bytea),
    '{"code":1,"msg":"ok","data":{"reward":"0.0500","balance":"1.2000","remaining_today":17}}',
    date_trunc('day', now(), 'UTC') + interval '1 day' * (1 + (n - 1) * ${ANSWER_DAYS}::float8 / ($1::int * ${ANSWERS_EACH}))
  from generate_series(1, $1::int * ${ANSWERS_EACH}) as n`;

export interface Filled {
  /** sessions of the active people, whose ids are multiples of `step` */
  readonly tokens: string[];
  readonly step: number;
  readonly firstClip: number;
  readonly clips: number;
}

/** Creates a database with the product's unpartitioned tables, and fills them with people's rows. */
export async function fill(
  { owner, urlOf }: Cluster,
  name: string,
  population: Population,
): Promise<Filled> {
  await owner.query(`create database ${name} owner clipurse`);
  await migrate(urlOf(name));
  const pool = createPool({ url: urlOf(name), max: 1, limits: OPERATOR_LIMITS });
  try {
    await pool.query(`insert into video (title, author, url, poster, width, height, duration_ms, created_at)
      select 'Clip', 'Before', '/media/before-' || n || '.mp4', '/p.webp', 540, 960, 8000, now()
      from generate_series(1, 100) n`);
    const { users, active, clips } = population;
    const { tokens, firstClip } = await populate(pool, population, () => {});
    await pool.query(ANSWERS, [users]);
    await pool.query('vacuum (analyze) kept_answer');
    return { tokens, firstClip, clips, step: users / active };
  } finally {
    await pool.end();
  }
}

/** Counters of a connection so far. */
export interface ResourceUsage {
  /** microseconds of the processor, of its backend process */
  readonly cpu: number;
  /** bytes of WAL */
  readonly log: number;
  readonly pages: number;
}

/** A connection that measures its own backend process. */
export class Measured {
  readonly client: pg.Client;
  #pid = 0;

  constructor(url: string) {
    this.client = new pg.Client(url);
  }

  /** @param settings of its session */
  async open(...settings: string[]): Promise<this> {
    await this.client.connect();
    const { rows } = await this.client.query<{ pid: number }>('select pg_backend_pid() as pid');
    this.#pid = rows[0]?.pid ?? 0;
    for (const setting of settings) await this.client.query(`set ${setting}`);
    return this;
  }

  async taken(): Promise<ResourceUsage> {
    await this.client.query('select pg_stat_force_next_flush()');
    const { rows } = await this.client.query<{ log: string; pages: string }>({
      name: 'taken',
      text: `select (select wal_bytes from pg_stat_get_backend_wal(pg_backend_pid()))::text as log,
        (select sum(coalesce(hits, 0) + coalesce(reads, 0))
          from pg_stat_get_backend_io(pg_backend_pid()))::text as pages`,
    });
    // the first number is the nanoseconds on the processor; Linux only
    const [nanoseconds] = readFileSync(`/proc/${this.#pid}/schedstat`, 'utf8').split(' ');
    const [row] = rows;
    return {
      cpu: Number(nanoseconds) / 1000,
      log: Number(row?.log),
      pages: Number(row?.pages),
    };
  }

  /** Measures some work. */
  async over(work: () => Promise<unknown>): Promise<ResourceUsage & { readonly ms: number }> {
    const before = await this.taken();
    const begun = performance.now();
    await work();
    const ms = performance.now() - begun;
    const after = await this.taken();
    return {
      ...{ ms, cpu: after.cpu - before.cpu },
      ...{ log: after.log - before.log, pages: after.pages - before.pages },
    };
  }

  end(): Promise<void> {
    return this.client.end();
  }
}

export function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}
