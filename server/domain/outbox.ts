import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import { isUnavailable, retryOnConflict } from '../database/database.ts';
import { jitteredPeriod } from '../database/jittered-period.ts';
import { noteSpan } from '../tracing/tracing.ts';
import { releaseRewards } from './coming-rewards.ts';
import { noteFailure, type OutboxKey } from './dead-letters.ts';

export interface Outbox {
  /** stops polling, and resolves when the current delivery has ended */
  stop(): Promise<void>;
  /** delivers now, and resolves when no reward is due, except those that other processes are delivering */
  drain(): Promise<void>;
}

export interface OutboxOptions {
  readonly pool: pg.Pool;
  /** called for each failure; a failed delivery is retried, and becomes a dead letter after some attempts */
  readonly onError: (error: unknown) => void;
  readonly now: Now;
}

const POLL_MS = 500;

const OLDEST = 'where due_at <= $1 order by created_at limit 200';

/** $1 is the time of the credit, $2 to $4 the key of a single reward; null: the oldest due rewards. */
const DELIVER = {
  name: 'deliver',
  text: 'select seen as found, credited as delivered from deliver_rewards($1, $2, $3, $4)',
};

interface Delivery {
  readonly found: number;
  readonly delivered: number;
}

async function run(
  pool: pg.Pool,
  now: Date,
  chosen: readonly unknown[] = [null, null, null],
): Promise<Delivery> {
  const { rows } = await retryOnConflict(pool, () =>
    pool.query<Delivery>({ ...DELIVER, values: [now, ...chosen] }),
  );
  return rows[0] ?? { found: 0, delivered: 0 };
}

/** Delivers rewards one by one, to find those that cannot be delivered. @returns the number of rewards it read */
async function deliverEach({ pool, onError }: OutboxOptions, now: Date): Promise<number> {
  const { rows } = await pool.query<OutboxKey>(
    `select user_id, op, idempotency_key from outbox ${OLDEST}`,
    [now],
  );
  for (const row of rows) {
    const key = [row.user_id, row.op, row.idempotency_key];
    try {
      const { found, delivered } = await run(pool, now, key);
      if (delivered < found) throw new Error(`user ${row.user_id} has no wallet`);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      onError(error);
      await noteFailure(pool, row, (error as Error).message, now);
    }
  }
  return rows.length;
}

/** @returns the number of rewards it processed; 0 when none is due */
async function deliver(options: OutboxOptions, now: Date): Promise<number> {
  const released = await releaseRewards(options.pool, now);
  return released + (await deliverBatch(options, now));
}

async function deliverBatch(options: OutboxOptions, now: Date): Promise<number> {
  try {
    const { found, delivered } = await run(options.pool, now);
    if (delivered === found) return delivered;
  } catch (error) {
    if (isUnavailable(error)) throw error;
  }
  return deliverEach(options, now);
}

/**
 * Delivers the outbox's rewards to their wallets, each exactly once, on any number of processes at the same time. Polls
 * every half second, and continues while rewards are due.
 */
export function startOutbox(options: OutboxOptions): Outbox {
  const { onError, now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function drain(): Promise<void> {
    while (!signal.aborted) {
      const beganAt = Date.now();
      const credited = await deliver(options, now());
      if (credited === 0) return;
      const facts = { 'clipurse.outbox.credited': credited };
      noteSpan({ name: 'outbox deliver', kind: 'internal', facts, beganAt });
    }
  }

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      await drain().catch(onError);
      await delay(jitteredPeriod(POLL_MS), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = poll();
  return {
    drain,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
