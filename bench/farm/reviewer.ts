import type pg from 'pg';
import { releaseFromReview } from '../../server/domain/payout-steps.ts';
import { readRequestFacts } from '../../server/domain/review/review.ts';
import { signalsOf } from '../../server/domain/review/signals.ts';
import type { Settings } from '../../server/domain/settings.ts';
import { rejectWithdrawal } from '../../server/domain/settlement.ts';
import type { Clock } from './clock.ts';

/** The operator's access to the product. */
export interface Desk {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: Clock;
}

/** The decision on one request in review. */
export interface Decision {
  readonly username: string;
  /** names of the signals that the operator saw */
  readonly signals: readonly string[];
  readonly isPaid: boolean;
}

/** The simulated operator's rule for `withdrawals review`. */
export const REVIEWER = [
  '  the operator rejects a request in review with the signal pace, not_fetched or commissions, and',
  '  blocks its account; the operator pays every other request (of a family on one account, for example)',
];

const isFarm = (signals: readonly string[]): boolean =>
  ['pace', 'not_fetched', 'commissions'].some((name) => signals.includes(name));

/** Decides on every request in review by the current output of `withdrawals review`. */
export async function decideReviews({ pool, settings, clock }: Desk): Promise<Decision[]> {
  const now = clock.now();
  const { rows } = await pool.query<{ withdrawal_id: bigint; user_id: bigint; username: string }>(
    `select withdrawal_id, user_id, username from withdrawal join account using (user_id)
     where step = 'in_review' order by withdrawal_id`,
  );
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id);
  const facts = await readRequestFacts({ db: pool, settings, now }, ids);
  const decisions: Decision[] = [];
  for (const { withdrawal_id, user_id, username } of rows) {
    const known = facts.get(withdrawal_id);
    const signals = known ? signalsOf(known, settings, now).map(({ name }) => name) : [];
    const isPaid = !isFarm(signals);
    if (isPaid) await releaseFromReview(pool, Number(withdrawal_id), now);
    else {
      await rejectWithdrawal(pool, Number(withdrawal_id), 'Earned by a script', now);
      await pool.query('update account set blocked_at = $2 where user_id = $1', [user_id, now]);
    }
    decisions.push({ username, signals, isPaid });
  }
  return decisions;
}
