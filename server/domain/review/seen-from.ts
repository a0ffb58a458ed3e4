import type { Database } from '../../database/database.ts';
import type { Context } from '../context.ts';
import { addMilliseconds, DAY } from '../time.ts';
import { deviceIn } from '../user-agent.ts';
import { hashBlock } from './registration-blocks.ts';

export const SEEN_LIFETIME_MS = 90 * DAY;
/** Rows kept for one account and occasion; the oldest are deleted. Log-ins do not displace withdrawals. */
const MAX_KEPT = 20;
/** Accounts are counted up to this number; the reviewer needs no exact figure above. */
const COUNTED = 1_000;

/** Stores for reviews where a call came from: browser, operating system and block of IP addresses. */
export async function recordOrigin(
  db: Database,
  { visitor, now }: Pick<Context, 'visitor' | 'now'>,
  userId: bigint,
  occasion: 'log-in' | 'withdrawal',
): Promise<void> {
  const { browser, system } = deviceIn(visitor.userAgent ?? '');
  const block = await hashBlock(db, visitor.address);
  await db.query(
    `with seen as (
       insert into seen_from (user_id, occasion, browser, system, block_hash, seen_at)
       select user_id, $2, $3, $4, $5, $6 from account
       where user_id = $1 and deleted_at is null for key share
       on conflict (user_id, occasion, block_hash, browser, system)
         do update set seen_at = greatest(seen_from.seen_at, excluded.seen_at)
     )
     delete from seen_from
     where user_id = $1 and occasion = $2 and (browser, system, block_hash) in (
       select browser, system, block_hash from seen_from
       where user_id = $1 and occasion = $2 and (browser, system, block_hash) <> ($3, $4, $5)
       order by seen_at desc, browser, system, block_hash offset ${MAX_KEPT - 1}
     )`,
    [userId, occasion, browser ?? '', system ?? '', block, now],
  );
}

/** A browser, system and address block of an account, with how many accounts have requested withdrawals from it. */
export interface SharedOrigin {
  readonly browser: string;
  readonly system: string;
  /** accounts that requested a withdrawal from there, this one included */
  readonly accounts: number;
}

/** A browser, system and address block. */
interface SeenPlace extends Omit<SharedOrigin, 'accounts'> {
  readonly block_hash: Buffer;
}

/** How many accounts requested withdrawals from a place, up to 1,000. */
async function countSeen(
  db: Database,
  { block_hash, browser, system }: SeenPlace,
  since: Date,
): Promise<number> {
  const { rows } = await db.query<{ accounts: number }>(
    `select count(*)::int as accounts from (
       select user_id from seen_from
       where occasion = 'withdrawal' and seen_at > $1
         and block_hash = $2 and browser = $3 and system = $4
       limit ${COUNTED}
     ) as counted`,
    [since, block_hash, browser, system],
  );
  return rows[0]?.accounts ?? 0;
}

/**
 * Of the places that an account was seen from, finds the place from which most accounts requested withdrawals.
 * @returns null: no place of the account is known
 */
export async function findSharedOrigin(
  db: Database,
  userId: bigint,
  now: Date,
): Promise<SharedOrigin | null> {
  const since = addMilliseconds(now, -SEEN_LIFETIME_MS);
  const { rows } = await db.query<SeenPlace>(
    `select distinct browser, system, block_hash from seen_from
     where user_id = $1 and seen_at > $2 and browser <> '' order by browser, system, block_hash`,
    [userId, since],
  );
  let most: SharedOrigin | null = null;
  for (const place of rows) {
    const { browser, system } = place;
    const accounts = await countSeen(db, place, since);
    if (!most || accounts > most.accounts) most = { browser, system, accounts };
  }
  return most;
}
