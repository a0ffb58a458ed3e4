import type pg from 'pg';
import { inTransaction, retryOnConflict } from '../../database/database.ts';
import { writingKey } from '../at-rest/current-key.ts';
import { NAME_MARK, nameAccount } from './sealed.ts';

const SLICE = 500;

/** Keys of accounts that are still readable. An empty key belongs to a deleted person. */
const READABLE = `
  select account_key from (
    select account_key from payout_info
    union select account_key from withdrawal
    union select account_key from payout_account
  ) as used
  where account_key <> '' and not starts_with(account_key, '${NAME_MARK}') limit ${SLICE}`;

/** Replaces each readable key by a random name, one by one. @param count receives the number of names of each slice */
export async function nameReadable(pool: pg.Pool, count: (names: number) => void): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ account_key: string }>(READABLE);
    if (rows.length === 0) return;
    for (const { account_key } of rows) {
      await retryOnConflict(pool, () =>
        inTransaction(pool, async (db) => {
          const key = await writingKey(db);
          if (key) await nameAccount(db, key, account_key);
        }),
      );
    }
    count(rows.length);
  }
}
