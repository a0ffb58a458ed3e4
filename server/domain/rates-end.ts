import type { Database } from '../database/database.ts';

/** What a change of the product's currency has ended. */
export interface EndedRates {
  /** currencies whose rates were taken away */
  readonly rates: readonly string[];
  /** methods that are offered and pay nobody from now on */
  readonly methods: readonly string[];
}

/** Takes all rates away: they were for the currency of before. To be called in a transaction. */
export async function endRates(db: Database, currency: string): Promise<EndedRates> {
  const gone = await db.query<{ key: string; value: string }>(
    "delete from setting where starts_with(key, 'rates.') returning key, value",
  );
  const stopped = await db.query<{ method: string }>(
    `select method from payout_method where disabled_at is null and currency <> $1
     order by method`,
    [currency],
  );
  const rates = gone.rows.filter(({ value }) => value !== '');
  return {
    rates: rates.map(({ key }) => key.slice('rates.'.length)).sort(),
    methods: stopped.rows.map(({ method }) => method),
  };
}
