import type pg from 'pg';
import { MONEY_PLACES } from '../../contract/money.ts';

export interface Figures {
  readonly heldUnits: number;
  readonly paidUnits: number;
  readonly outboxWaiting: number;
  readonly outboxLagSeconds: number;
  readonly pushWaiting: number;
  readonly pushLagSeconds: number;
  readonly objectionsOpen: number;
}

/** The most rows counted of a backlog: a longer one needs no other reaction. */
const COUNTED = 100_000;
/** How long the figures are cached, so that frequent scraping costs the database little. */
const CACHE_MS = 10_000;

/** Sums and backlogs for metrics; queried at most once in ten seconds. */
export class MoneyFigures {
  readonly #pool: pg.Pool;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<Figures | null> = Promise.resolve(null);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @returns null when the database does not answer */
  read(): Promise<Figures | null> {
    if (Date.now() - this.#readAt > CACHE_MS) {
      this.#readAt = Date.now();
      this.#reading = this.#query().catch(() => null);
    }
    return this.#reading;
  }

  async #query(): Promise<Figures> {
    const { rows } = await this.#pool.query<{
      held: string;
      paid: string;
      waiting: string;
      lag: string;
      push_waiting: string;
      push_lag: string;
      objections: string;
    }>(
      `select
         (select coalesce(sum(held), 0) from withdrawal_sum)::text as held,
         (select coalesce(sum(paid), 0) from withdrawal_sum)::text as paid,
         (select count(*) from (select 1 from outbox limit ${COUNTED}) as counted)::text as waiting,
         (select coalesce(extract(epoch from now() - min(created_at)), 0) from outbox)::text as lag,
         (select count(*) from (select 1 from push limit ${COUNTED}) as counted)::text as push_waiting,
         (select coalesce(extract(epoch from now() - min(due_at)), 0) from push)::text as push_lag,
         (select count(*) from (
            select 1 from objection where decided_at is null limit ${COUNTED}
          ) as counted)::text as objections`,
    );
    const [row] = rows;
    return {
      heldUnits: Number(row?.held) / 10 ** MONEY_PLACES,
      paidUnits: Number(row?.paid) / 10 ** MONEY_PLACES,
      outboxWaiting: Number(row?.waiting),
      outboxLagSeconds: Math.max(0, Number(row?.lag)),
      pushWaiting: Number(row?.push_waiting),
      pushLagSeconds: Math.max(0, Number(row?.push_lag)),
      objectionsOpen: Number(row?.objections),
    };
  }
}
