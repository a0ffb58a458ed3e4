import type pg from 'pg';
import { readFunding } from '../../server/domain/funding.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { reassessHeld } from '../../server/domain/review/held.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { DAY, HOUR } from '../../server/domain/time.ts';
import type { Clock, Life } from './clock.ts';
import { type Decision, type Desk, decideReviews, REVIEWER } from './reviewer.ts';

/** Description of the simulated operator in the output. */
export const OPERATOR = [
  'every day at 22:00 UTC the operator decides on the requests in review and pays all pending requests',
  ...REVIEWER,
];

const PAYS_AT = 22 * HOUR;

/** Decides on reviews and pays once a day. */
export async function* operatorLife(desk: Desk, decisions: Decision[]): Life {
  const { pool, clock } = desk;
  for (;;) {
    yield (PAYS_AT - (clock.time % DAY) + DAY) % DAY || DAY;
    decisions.push(...(await decideReviews(desk)));
    const { rows } = await pool.query<{ withdrawal_id: bigint }>(
      `select withdrawal_id from withdrawal where step = 'pending' and coalesce(held_until <= $1, true)
       order by withdrawal_id`,
      [clock.now()],
    );
    for (const { withdrawal_id } of rows) {
      await approveWithdrawal(pool, Number(withdrawal_id), clock.now());
    }
  }
}

/** Does the server's background work every hour, as an actor: a timer would change the order of events. */
export async function* backgroundLife({ pool, settings, clock }: Desk): Life {
  for (;;) {
    await reassessHeld(pool, settings, clock.now());
    await deliverAll(pool, clock);
    if (clock.time % DAY === 0) await deleteExpired(pool, clock.now());
    yield HOUR - (clock.time % HOUR);
  }
}

/** Records the promised sum at the end of each day. */
export async function* meterLife(pool: pg.Pool, promised: bigint[]): Life {
  yield DAY - 1;
  for (;;) {
    promised.push((await readFunding(pool)).promised);
    yield DAY;
  }
}

/** Delivers every queued reward that is due. */
export async function deliverAll(pool: pg.Pool, clock: Clock): Promise<void> {
  let failure: unknown;
  const onError = (error: unknown) => {
    failure ??= error;
  };
  const outbox = startOutbox({ pool, now: clock.now, onError });
  await outbox.drain();
  await outbox.stop();
  if (failure) throw failure;
}
