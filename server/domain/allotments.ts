import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Waits a random time: other transactions commit meanwhile, and waiting processes retry at different times. */
const randomPause = () => delay(5 + 20 * Math.random());

/**
 * Divides the rest of the funds, or of an advertisement's budget, again among the allotments, so that one
 * allotment covers an amount, if the rest does. Waits for locked allotments only if the unlocked ones do not
 * suffice. Does not wait for the row of `funding` or `ad`, which a frozen process may have locked: then it
 * only pauses.
 * @param amount 1/10,000 units, above 0
 * @param adId null: the funds
 */
export async function redivideAllotments(
  pool: pg.Pool,
  amount: bigint,
  adId: bigint | null,
): Promise<void> {
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
