import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** A random pause: others commit meanwhile, and waiting processes retry at different times. */
const randomPause = () => delay(5 + 20 * Math.random());

/**
 * Makes one allotment of the funds, or of an advertisement's budget, cover an amount, if all together cover it. It
 * waits for locked allotments only if the others do not suffice. It does not wait for the sum's own row, which a frozen
 * process may have locked: it only pauses.
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
  await randomPause();
}
