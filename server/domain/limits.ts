import type { Now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { LOCAL_COMMIT } from '../database/session.ts';
import { type WriteHealth, writeFailureReason } from '../database/write-health.ts';
import { networksOf } from './addresses.ts';
import type { Settings } from './settings.ts';
import { addMilliseconds, MINUTE, SECOND } from './time.ts';

/** A fixed window of time that limits how often a bucket is used. */
export interface Window {
  readonly bucket: string;
  /** 0: no limit */
  readonly limit: number;
  readonly lengthMs: number;
}

function startOf({ lengthMs }: Window, now: Date): Date {
  return new Date(Math.floor(now.getTime() / lengthMs) * lengthMs);
}

/** Seconds until the window ends, at least 1. */
function secondsLeft(window: Window, now: Date): number {
  const end = startOf(window, now).getTime() + window.lengthMs;
  return Math.max(1, Math.ceil((end - now.getTime()) / SECOND));
}

/**
 * Reserves free slots of a window, by one statement on one row, so it is exact across processes. A rollback of the
 * transaction undoes it: call it outside of a transaction where attempts must count after a refusal.
 * @returns the number of reserved slots
 */
async function reserve(
  db: Database,
  window: Window,
  now: Date,
  reservation: Reservation,
): Promise<number> {
  const startsAt = startOf(window, now);
  const { rows } = await db.query<{ reserved: number }>({
    name: reservation.name,
    text: `insert into limit_window as w (bucket, starts_at, ends_at, used, reserved)
     select $1, $2, $3, first, first
       from (select ${reservation.slots('0')} as first) f${reservation.beside ?? ''}
     on conflict (bucket, starts_at) do update set
       used = w.used + ${reservation.slots('w.used')},
       reserved = ${reservation.slots('w.used')}
     where w.used < $4::int
     returning reserved`,
    values: [window.bucket, startsAt, addMilliseconds(startsAt, window.lengthMs), window.limit],
  });
  return rows[0]?.reserved ?? 0;
}

/** How many slots a statement reserves. */
interface Reservation {
  /** name of the prepared statement */
  readonly name: string;
  /** returns SQL of the number; `used` is SQL of the used slots, and `$4` the window's limit */
  readonly slots: (used: string) => string;
  /** SQL, appended to the statement's FROM */
  readonly beside?: string;
}

const ONE: Reservation = { name: 'take_slot', slots: () => '1 + 0 * $4::int' };
/** An eighth of the free slots, at most 64: few writes at first, few unused slots at the end. */
const BLOCK: Reservation = {
  name: 'take_block',
  slots: (used) => `greatest(1, least(64, ($4::int - ${used}) / 8))`,
  beside: `, ${LOCAL_COMMIT}`,
};

/** @returns 0 when a slot was taken, otherwise the seconds until the next window */
export async function takeSlot(db: Database, window: Window, now: Date): Promise<number> {
  if (window.limit === 0) return 0;
  return (await reserve(db, window, now, ONE)) > 0 ? 0 : secondsLeft(window, now);
}

/** The windows of an address: one per network that counts it. */
export function windowsOfAddress(
  address: string,
  { bucket, limit, lengthMs }: Window,
): readonly Window[] {
  return networksOf(address).map(({ key, allowance }) => ({
    bucket: `${bucket}:${key}`,
    limit: limit * allowance,
    lengthMs,
  }));
}

/** @returns 0 when a slot of each window was taken, otherwise the seconds until the first full window ends */
export async function takeSlots(
  db: Database,
  windows: readonly Window[],
  now: Date,
): Promise<number> {
  for (const window of windows) {
    const seconds = await takeSlot(db, window, now);
    if (seconds > 0) return seconds;
  }
  return 0;
}

async function returnSlot(db: Database, window: Window, now: Date): Promise<void> {
  if (window.limit === 0) return;
  await db.query(
    'update limit_window set used = used - 1 where bucket = $1 and starts_at = $2 and used > 0',
    [window.bucket, startOf(window, now)],
  );
}

/** Frees slots of attempts that should not count. */
export async function returnSlots(
  db: Database,
  windows: readonly Window[],
  now: Date,
): Promise<void> {
  for (const window of windows) await returnSlot(db, window, now);
}

export interface RequestLimitOptions {
  readonly settings: Settings;
  readonly now: Now;
  /** notified when the database takes no writes */
  readonly writing: Pick<WriteHealth, 'note'>;
}

/** Applies `limit.requests_per_minute` and `limit.user_requests_per_minute`. */
export interface RequestLimit {
  /** @returns 0 when the request may pass, otherwise the seconds to wait */
  takeAddress(db: Database, address: string): Promise<number>;
  takeUser(db: Database, userId: bigint): Promise<number>;
  /** Takes a slot that this process has reserved for the user. @returns false: there is none, so call `takeUser` */
  takeReservedSlot(userId: bigint): boolean;
}

const bucketOfUser = (userId: bigint) => `requests:user:${userId}`;
const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE) * MINUTE;

interface Block {
  readonly startsAt: number;
  readonly limit: number;
  left: number;
  /** a reservation in progress, for all requests that wait for it */
  refilling: Promise<void> | null;
  exhausted: boolean;
}

/**
 * Counts the requests per minute of an address or a user over all processes. A process reserves blocks of slots, an
 * eighth of the free ones at a time, so that most requests cost no statement. Never more than the limit pass; with
 * several processes some slots of the last blocks may stay unused. While the database takes no writes, each process
 * counts alone, so that people can read.
 */
export function createRequestLimit({ settings, now, writing }: RequestLimitOptions): RequestLimit {
  const blocks = new Map<string, Block>();
  let minute = 0;

  function blockOf(key: string, startsAt: number, limit: number): Block {
    if (startsAt !== minute) {
      blocks.clear();
      minute = startsAt;
    }
    const current = blocks.get(key);
    if (current?.limit === limit) return current;
    const block: Block = { startsAt, limit, left: 0, refilling: null, exhausted: false };
    blocks.set(key, block);
    return block;
  }

  async function refill(db: Database, block: Block, window: Window, at: Date): Promise<void> {
    try {
      const reserved = await reserve(db, window, at, BLOCK);
      block.left += reserved;
      block.exhausted = reserved === 0;
    } catch (error) {
      if (writeFailureReason(error) === null) throw error;
      writing.note(error);
      block.left = block.limit;
      block.exhausted = true;
    }
  }

  async function take(db: Database, bucket: string, limit: number): Promise<number> {
    if (limit === 0) return 0;
    const at = now();
    const window = { bucket, limit, lengthMs: MINUTE };
    const block = blockOf(bucket, startOf(window, at).getTime(), limit);
    while (block.left === 0 && !block.exhausted) {
      block.refilling ??= refill(db, block, window, at).finally(() => {
        block.refilling = null;
      });
      await block.refilling;
    }
    if (block.left === 0) return secondsLeft(window, at);
    block.left -= 1;
    return 0;
  }

  const limitOfUser = () => settings.get('limit.user_requests_per_minute');

  return {
    takeAddress: async (db, address) => {
      const limit = settings.get('limit.requests_per_minute');
      const windows = windowsOfAddress(address, { bucket: 'requests', limit, lengthMs: MINUTE });
      for (const window of windows) {
        const seconds = await take(db, window.bucket, window.limit);
        if (seconds > 0) return seconds;
      }
      return 0;
    },
    takeUser: (db, userId) => take(db, bucketOfUser(userId), limitOfUser()),
    takeReservedSlot: (userId) => {
      const limit = limitOfUser();
      if (limit === 0) return true;
      const block = blocks.get(bucketOfUser(userId));
      const isOfNow = block?.limit === limit && minuteOf(now()) === block.startsAt;
      if (!isOfNow || block.left === 0) return false;
      block.left -= 1;
      return true;
    },
  };
}
