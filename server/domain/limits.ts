import { isIPv6 } from 'node:net';
import type { Database } from '../database/database.ts';
import type { Settings } from './settings.ts';
import { later, MINUTE, SECOND } from './time.ts';

/**
 * Whom a limit counts: an IPv4 address, or the /64 of an IPv6 address, which is what one household
 * or phone gets.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const gap =
    tail === undefined ? [] : Array(Math.max(8 - left.length - right.length, 0)).fill('0');
  const groups = [...left, ...gap, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** A fixed window of time in which a bucket may be used so often. */
export interface Window {
  readonly bucket: string;
  /** 0: no limit */
  readonly limit: number;
  readonly lengthMs: number;
}

function startOf({ lengthMs }: Window, now: Date): Date {
  return new Date(Math.floor(now.getTime() / lengthMs) * lengthMs);
}

/** Seconds until the window is over, at least 1. */
function secondsLeft(window: Window, now: Date): number {
  const end = startOf(window, now).getTime() + window.lengthMs;
  return Math.max(1, Math.ceil((end - now.getTime()) / SECOND));
}

/**
 * Uses up to `wanted` places of a window: all that are wanted, or what is left. One statement on
 * one row, so it is exact across processes. Must not be part of a transaction that a refusal rolls
 * back.
 * @returns how many it got
 */
async function reserve(db: Database, window: Window, now: Date, wanted: Wanted): Promise<number> {
  const startsAt = startOf(window, now);
  const { rows } = await db.query<{ reserved: number }>({
    name: wanted.name,
    text: `insert into limit_window as w (bucket, starts_at, ends_at, used, reserved)
     select $1, $2, $3, first, first from (select ${wanted.places('0')} as first) f
     on conflict (bucket, starts_at) do update set
       used = w.used + ${wanted.places('w.used')},
       reserved = ${wanted.places('w.used')}
     where w.used < $4::int
     returning reserved`,
    values: [window.bucket, startsAt, later(startsAt, window.lengthMs), window.limit],
  });
  return rows[0]?.reserved ?? 0;
}

/** How many places to use of a window with a limit of `$4`, of which so many are used: SQL. */
interface Wanted {
  readonly name: string;
  readonly places: (used: string) => string;
}

const ONE: Wanted = { name: 'take_place', places: () => '1 + 0 * $4::int' };
/** An eighth of what is left, at most 64: few writes at first, little left unused at the end. */
const BLOCK: Wanted = {
  name: 'take_block',
  places: (used) => `greatest(1, least(64, ($4::int - ${used}) / 8))`,
};

/** @returns 0 when the place was taken, otherwise the seconds until there is one again */
export async function takePlace(db: Database, window: Window, now: Date): Promise<number> {
  if (window.limit === 0) return 0;
  return (await reserve(db, window, now, ONE)) > 0 ? 0 : secondsLeft(window, now);
}

/** Gives a place back that turned out not to count. */
export async function returnPlace(db: Database, window: Window, now: Date): Promise<void> {
  if (window.limit === 0) return;
  await db.query(
    'update limit_window set used = used - 1 where bucket = $1 and starts_at = $2 and used > 0',
    [window.bucket, startOf(window, now)],
  );
}

export interface RequestLimitOptions {
  readonly db: Database;
  readonly settings: Settings;
  readonly now: () => Date;
}

/** `limit.requests_per_minute`. */
export interface RequestLimit {
  /** @returns 0 when the request may pass, otherwise the seconds to wait */
  take(address: string): Promise<number>;
}

interface Block {
  readonly startsAt: number;
  readonly limit: number;
  left: number;
  /** a reservation under way, that others wait for */
  asking: Promise<void> | null;
  exhausted: boolean;
}

/**
 * Counts the requests of an address and minute over all processes. A process reserves places in
 * blocks, an eighth of what is left at a time, so that most requests cost no statement. Never more
 * than the limit pass; with several processes some places of the last blocks may stay unused.
 */
export function createRequestLimit({ db, settings, now }: RequestLimitOptions): RequestLimit {
  const blocks = new Map<string, Block>();
  let minute = 0;

  function blockOf(key: string, startsAt: number, limit: number): Block {
    if (startsAt !== minute) {
      blocks.clear();
      minute = startsAt;
    }
    const known = blocks.get(key);
    if (known?.limit === limit) return known;
    const block: Block = { startsAt, limit, left: 0, asking: null, exhausted: false };
    blocks.set(key, block);
    return block;
  }

  async function refill(block: Block, window: Window, at: Date): Promise<void> {
    const got = await reserve(db, window, at, BLOCK);
    block.left += got;
    block.exhausted = got === 0;
  }

  return {
    take: async (address) => {
      const limit = settings.get('limit.requests_per_minute');
      if (limit === 0) return 0;
      const at = now();
      const key = addressKey(address);
      const window = { bucket: `requests:${key}`, limit, lengthMs: MINUTE };
      const block = blockOf(key, startOf(window, at).getTime(), limit);
      while (block.left === 0 && !block.exhausted) {
        block.asking ??= refill(block, window, at).finally(() => {
          block.asking = null;
        });
        await block.asking;
      }
      if (block.left === 0) return secondsLeft(window, at);
      block.left -= 1;
      return 0;
    },
  };
}
