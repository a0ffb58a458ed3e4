import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { SOCKET_PORT } from '../../server/database/embedded/folders.ts';
import type { Caller, Context } from '../../server/domain/context.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { Settings } from '../../server/domain/settings.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** ends the pool and drops the database */
  drop(): Promise<void>;
}

function urlOf(user: string, database: string): string {
  const host = encodeURIComponent(inject('postgresSocket'));
  return `postgres:///${database}?host=${host}&port=${SOCKET_PORT}&user=${user}`;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A migrated, empty database of one's own. */
export async function createDatabase(connections = 20): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(`create database ${name} template clipurse owner clipurse`);
  const url = urlOf('clipurse', name);
  const pool = createPool({ url, max: connections });
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await asOwner(`drop database ${name} with (force)`);
    },
  };
}

/** A bank on a fresh database, with a clock that the test moves. */
export interface TestBank extends TestDatabase {
  readonly settings: Settings;
  /** what a domain function takes, at the clock's time */
  context(overrides?: Partial<Context>): Context;
  /** moves the clock on */
  pass(milliseconds: number): void;
  /** sets the clock */
  setNow(now: Date): void;
  now(): Date;
  configure(values: Record<string, string>): Promise<void>;
  /** a registered user, by a statement: no password is hashed */
  user(options?: UserOptions): Promise<Caller>;
  video(values?: Partial<VideoValues>): Promise<number>;
}

export interface UserOptions {
  readonly username?: string;
  readonly inviters?: readonly bigint[];
  readonly country?: string;
}

interface VideoValues {
  readonly title: string;
  readonly watch_seconds: number | null;
  readonly reward: bigint | null;
}

const START = new Date('2026-03-01T10:00:00.000Z');
let serial = 0;

async function insertUser(bank: TestBank, options: UserOptions): Promise<Caller> {
  serial += 1;
  const name = options.username ?? `user_${serial}`;
  const { rows } = await bank.pool.query<{ user_id: bigint }>(
    `with made as (
       insert into account (username, username_key, email, email_key, password_hash, country,
         invite_code, inviter_id, created_at, password_changed_at)
       values ($1, lower($1), $1 || '@example.org', lower($1) || '@example.org', '', $2, $3, $4,
         $5, $5)
       returning user_id
     ),
     w as (insert into wallet (user_id) select user_id from made),
     p as (insert into progress (user_id) select user_id from made),
     f as (
       insert into friend (user_id, friend_id, level, created_at)
       select inviter, user_id, level, $5
       from made, unnest($6::bigint[]) with ordinality as line (inviter, level)
     )
     select user_id from made`,
    [
      name,
      options.country ?? null,
      `CODE${serial}`,
      options.inviters?.[0] ?? null,
      bank.now(),
      options.inviters ?? [],
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('no user was made');
  return { userId: row.user_id, token: `token-of-${name}` };
}

async function insertVideo(bank: TestBank, values: Partial<VideoValues>): Promise<number> {
  serial += 1;
  const { rows } = await bank.pool.query<{ video_id: bigint }>(
    `insert into video (title, author, url, poster, width, height, duration_ms, watch_seconds,
       reward, created_at)
     values ($1, 'An author', $2, '/media/poster.jpg', 540, 960, 8000, $3, $4, $5)
     returning video_id`,
    [
      values.title ?? `Clip ${serial}`,
      `/media/${serial}.mp4`,
      values.watch_seconds ?? null,
      values.reward ?? null,
      bank.now(),
    ],
  );
  return Number(rows[0]?.video_id);
}

export async function createBank(connections = 20): Promise<TestBank> {
  const database = await createDatabase(connections);
  const settings = new Settings({ db: database.pool });
  await settings.refresh();
  let now = START;
  const bank: TestBank = {
    ...database,
    settings,
    now: () => now,
    pass: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
    setNow: (to) => {
      now = to;
    },
    context: (overrides) => ({
      db: database.pool,
      settings,
      now,
      visitor: { address: '203.0.113.7', country: null },
      site: { publicUrl: 'https://clips.example', push: null },
      ...overrides,
    }),
    configure: async (values) => {
      await changeSettings(database.pool, values);
      await settings.refresh();
    },
    user: (options = {}) => insertUser(bank, options),
    video: (values = {}) => insertVideo(bank, values),
  };
  return bank;
}

/** What a call was refused for, with its details; fails when it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    const { reason, detail } = error as { reason?: string; detail?: object };
    if (reason) return { reason, ...detail };
    throw error;
  }
  throw new Error('the call was not refused');
}
