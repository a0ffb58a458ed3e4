import type { Database } from '../database/database.ts';

/** Rates and methods that a change of the product's currency ended. */
export interface EndedRates {
  /** currencies whose rates were deleted */
  readonly rates: readonly string[];
  /** offered methods that cannot pay from now on */
  readonly methods: readonly string[];
}

/** Deletes all rates: they were for the previous currency. Call it in a transaction. */
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
