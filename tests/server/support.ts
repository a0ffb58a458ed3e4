import type pg from 'pg';
import { vi } from 'vitest';
import { createPool, type Database } from '../../server/database/database.ts';
import type { SessionLimits } from '../../server/database/session.ts';
import { addLookups, lookupHash } from '../../server/domain/account-lookups.ts';
import type { Caller, Context, Site } from '../../server/domain/context.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { hashToken } from '../../server/domain/sessions.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { Settings } from '../../server/domain/settings.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { RULES_OFF } from '../postgres/rules.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** ends the pool and drops the database */
  drop(): Promise<void>;
}

/** No time limits, because tests wait long for locks on a busy machine. Another test covers the limits. */
export const NO_TIME_LIMITS: SessionLimits = { idleInTransactionMs: 0, lockMs: 0, statementMs: 0 };

/** Creates a migrated, empty database. */
export async function createDatabase(connections = 20): Promise<TestDatabase> {
  const { url, drop } = await cloneDatabase();
  const pool = createPool({ url, max: connections, limits: NO_TIME_LIMITS });
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await drop();
    },
  };
}

/** The domain on a fresh database, with a clock that the test moves. */
export interface TestDomain extends TestDatabase {
  readonly settings: Settings;
  /** the context of a domain function, at the clock's time */
  context(overrides?: Partial<Context>): Context;
  /** moves the clock forward */
  advance(milliseconds: number): void;
  /** sets the clock */
  setNow(now: Date): void;
  now(): Date;
  configure(values: Record<string, string>): Promise<void>;
  /** inserts a registered user, without hashing a password */
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
  readonly author: string;
  readonly watch_seconds: number | null;
  readonly reward: bigint | null;
}

/** A site that trusts the push service `localhost:8443`, besides the browsers' push services. */
export const SITE: Site = {
  publicUrl: 'https://clips.example',
  push: null,
  webPush: { vapidKey: 'vapid', hosts: ['localhost:8443'] },
  mediaUrl: null,
  mediaKey: Buffer.alloc(32, 7),
  mails: true,
};
const START = new Date('2026-03-01T10:00:00.000Z');
let serial = 0;

/** Adds a user's lookups, because a distributed database has no trigger that adds them. */
async function addLookupsOf(db: Database, userId: bigint, name: string, code: string) {
  const username = name.toLowerCase();
  const keys = { username, email: `${username}@example.org`, invite_code: code };
  const kinds = ['username', 'email', 'invite_code'] as const;
  const lookups = kinds.map((kind) => ({ userId, hash: lookupHash(kind, keys[kind]) }));
  await addLookups(db, lookups);
}

async function insertUser(domain: TestDomain, options: UserOptions): Promise<Caller> {
  serial += 1;
  const name = options.username ?? `user_${serial}`;
  const code = `CODE${serial}`;
  const { rows } = await domain.pool.query<{ user_id: bigint }>(
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
      code,
      options.inviters?.[0] ?? null,
      domain.now(),
      options.inviters ?? [],
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('no user was made');
  if (process.env.TEST_CITUS) await addLookupsOf(domain.pool, row.user_id, name, code);
  return { userId: row.user_id, token: `token-of-${name}` };
}

async function insertVideo(domain: TestDomain, values: Partial<VideoValues>): Promise<number> {
  serial += 1;
  const { rows } = await domain.pool.query<{ video_id: bigint }>(
    `insert into video (title, author, url, poster, width, height, duration_ms, watch_seconds,
       reward, created_at)
     values ($1, $6, $2, '/media/poster.jpg', 540, 960, 8000, $3, $4, $5)
     returning video_id`,
    [
      values.title ?? `Clip ${serial}`,
      `/media/${serial}.mp4`,
      values.watch_seconds ?? null,
      values.reward ?? null,
      domain.now(),
      values.author ?? 'An author',
    ],
  );
  return Number(rows[0]?.video_id);
}

export async function createTestDomain(connections = 20): Promise<TestDomain> {
  const database = await createDatabase(connections);
  await changeSettings(database.pool, RULES_OFF, START);
  const settings = new Settings({ db: database.pool });
  await settings.refresh();
  let now = START;
  const domain: TestDomain = {
    ...database,
    settings,
    now: () => now,
    advance: (milliseconds) => {
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
      site: SITE,
      ...overrides,
    }),
    configure: async (values) => {
      await changeSettings(database.pool, values, now);
      await settings.refresh();
    },
    user: (options = {}) => insertUser(domain, options),
    video: (values = {}) => insertVideo(domain, values),
  };
  return domain;
}

/** The reason and details of a call's refusal; throws if the call was not refused. */
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

/** @returns how many connections of the pool's database wait for a lock of another transaction */
export async function countLockWaits(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/**
 * Waits until a statement waits for a lock of another transaction.
 * @param work if it ends, the function stops waiting
 * @param statements how many statements have to wait
 */
export async function untilLockWait(
  pool: pg.Pool,
  work?: Promise<unknown>,
  statements = 1,
): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work?.then(end, end);
  const isAwaited = async () => isOver || (await countLockWaits(pool)) >= statements;
  // on a busy machine the work before the lock takes long, such as checking a password
  await vi.waitUntil(isAwaited, { timeout: 30_000 });
}

/** Stores that the user has just logged in, or proven that the account is theirs. */
export async function prove(
  domain: Pick<TestDomain, 'pool' | 'now'>,
  { userId, token }: Caller,
): Promise<void> {
  await domain.pool.query(
    `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at)
     values ($1, $2, true, $3::timestamptz, $3, $3 + interval '1 day')
     on conflict (user_id, token_hash) do update set proven_at = excluded.created_at`,
    [hashToken(token), userId, domain.now()],
  );
}

/** The number of calls by outcome: `ok`, or the reason of the refusal. */
export async function outcomes(
  calls: readonly (Promise<unknown> | undefined)[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls)) {
    const key = result.status === 'fulfilled' ? 'ok' : (result.reason.reason ?? result.reason);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Delivers the queued entries of the outbox; fails if a delivery fails. */
export async function drainOutbox({ pool, now }: TestDomain): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const outbox = startOutbox({ pool, onError, now });
  await outbox.drain();
  await outbox.stop();
}
