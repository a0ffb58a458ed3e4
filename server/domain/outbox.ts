import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterRivals } from '../database/database.ts';
import { PAY_REWARDS } from './ledger.ts';

/** A reward on its way to somebody else's wallet. */
export interface OutboxEntry {
  readonly user_id: bigint;
  readonly op: string;
  readonly idempotency_key: string;
  /** 1/10,000 units, above 0 */
  readonly amount: bigint;
  readonly detail: string;
}

export interface Outbox {
  /** lets the delivery under way finish */
  stop(): Promise<void>;
  /** delivers now, and resolves when nothing is left that no other process is delivering */
  drained(): Promise<void>;
}

export interface OutboxOptions {
  readonly pool: pg.Pool;
  /** told when a delivery failed; it is tried again */
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
}

const LOOK_MS = 500;

/**
 * Delivers the oldest 200 rewards in one statement, however many users they belong to: taken from
 * the outbox, credited, entered. Rows that another process is delivering are passed over. All the
 * wallets are locked first, in the order of their users, so that deliveries never wait for each
 * other in a circle. $1 is the time of the credit.
 */
const DELIVER = `
  with batch as (
    select user_id, op, idempotency_key from outbox
    order by created_at limit 200 for update skip locked
  ),
  locked as (
    select user_id from wallet where user_id in (select user_id from batch)
    order by user_id for update
  ),
  taken as (
    delete from outbox using batch join locked using (user_id)
    where (outbox.user_id, outbox.op, outbox.idempotency_key)
      = (batch.user_id, batch.op, batch.idempotency_key)
    returning outbox.*
  ),
  due as (
    select user_id, op, idempotency_key, amount, detail, $1::timestamptz as created_at,
      row_number() over (order by created_at, idempotency_key, op) as place
    from taken
  ),
  ${PAY_REWARDS}
  select count(*)::int as delivered from entry`;

/** @returns how many rewards arrived; 0 when nothing waits */
async function deliver(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await afterRivals(pool, () =>
    pool.query<{ delivered: number }>({ name: 'deliver', text: DELIVER, values: [now] }),
  );
  return rows[0]?.delivered ?? 0;
}

/**
 * Brings the outbox's rewards to their wallets, each exactly once, on any number of processes at
 * the same time; looks every half second, and goes on while there is something.
 */
export function startOutbox({ pool, onError, now = () => new Date() }: OutboxOptions): Outbox {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function drained(): Promise<void> {
    while (!signal.aborted && (await deliver(pool, now())) > 0);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await drained().catch(onError);
      await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    drained,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
