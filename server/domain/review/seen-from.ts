import type { Database } from '../../database/database.ts';
import type { Context } from '../context.ts';
import { addMilliseconds, DAY } from '../time.ts';
import { deviceIn } from '../user-agent.ts';
import { hashBlock } from './registration-blocks.ts';

export const SEEN_LIFETIME_MS = 90 * DAY;
/** Rows kept for one account and occasion; the oldest are deleted. Log-ins do not displace withdrawals. */
const MOST_KEPT = 20;
/** Accounts are counted up to this number; the reviewer needs no exact figure above. */
const COUNTED = 1_000;

/** Stores for reviews where a call came from: browser, operating system and block of IP addresses. */
export async function rememberSeen(
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
       order by seen_at desc, browser, system, block_hash offset ${MOST_KEPT - 1}
     )`,
    [userId, occasion, browser ?? '', system ?? '', block, now],
  );
}

/** A browser, system and address block of an account, with how many accounts have requested withdrawals from it. */
export interface SeenTogether {
  readonly browser: string;
  readonly system: string;
  /** accounts that requested a withdrawal from there, this one included */
  readonly accounts: number;
}

/**
 * Of the places that an account was seen from, the one from which most accounts requested withdrawals.
 * @returns null: no place of the account is known
 */
export async function seenTogether(
  db: Database,
  userId: bigint,
  now: Date,
): Promise<SeenTogether | null> {
  const { rows } = await db.query<SeenTogether>(
    `select browser, system, accounts
     from (
       select distinct block_hash, browser, system from seen_from
       where user_id = $1 and seen_at > $2 and browser <> ''
     ) as own cross join lateral (
       select count(*)::int as accounts from (
         select from seen_from as other
         where occasion = 'withdrawal' and seen_at > $2 and other.block_hash = own.block_hash
           and other.browser = own.browser and other.system = own.system
         limit ${COUNTED}
       ) as counted
     ) as together
     order by accounts desc, browser, system limit 1`,
    [userId, addMilliseconds(now, -SEEN_LIFETIME_MS)],
  );
  return rows[0] ?? null;
}
