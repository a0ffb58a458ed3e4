import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** A moment, of another length for each that waits: in it others commit. */
const moment = () => delay(5 + 20 * Math.random());

/**
 * Makes an allotment of the funds, or of an advertisement's budget, cover an amount, if all of them together do. Where
 * somebody else has locked what is needed, it waits for a moment only: that one may have frozen, and others may be
 * quicker.
 * @param amount 1/10,000 units, above 0
 * @param adId null: the funds
 */
export async function allot(pool: pg.Pool, amount: bigint, adId: bigint | null): Promise<void> {
  for (const waits of [false, true]) {
    const { rows } = await pool.query<{ is_found: boolean | null }>(
      'select divide_allotments($1, $2, $3) as is_found',
      [adId, amount, waits],
    );
    if (rows[0]?.is_found) return;
    if (rows[0]?.is_found === null) break;
  }
  await moment();
}
