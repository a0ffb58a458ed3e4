import fc from 'fast-check';
import { domain } from './domain.setup.ts';

const MONTH_BEGINS = Date.parse('2026-03-01T00:00:00.000Z');
const NEXT_BEGINS = Date.parse('2026-04-01T00:00:00.000Z');

/** The moments before and after both ends of March 2026, as often as any other moment. */
const moment = fc.oneof(
  fc.constantFrom(MONTH_BEGINS - 1, MONTH_BEGINS, NEXT_BEGINS - 1, NEXT_BEGINS),
  fc.integer({ min: MONTH_BEGINS - 40 * 86_400_000, max: NEXT_BEGINS + 40 * 86_400_000 }),
);

export const history = fc.array(
  fc.record({
    does: fc.constantFrom('earn', 'ask', 'pay', 'reject', 'return', 'take', 'owe', 'repay'),
    op: fc.constantFrom('video', 'watch_ad', 'share_reward', 'correction'),
    method: fc.constantFrom('paypal', 'bank', 'mpesa'),
    amount: fc.bigInt({ min: 1n, max: 999_999n }),
    at: moment,
  }),
  { minLength: 1, maxLength: 40 },
);
type Move =
  typeof history extends fc.Arbitrary<infer Moves extends unknown[]> ? Moves[number] : never;

type Account = 'rewards' | 'available' | 'held' | 'payouts' | 'debt';

/** One person, whose entries are made in order, as the server makes them. */
class Person {
  readonly userId: bigint;
  readonly accounts = { rewards: 0n, available: 0n, held: 0n, payouts: 0n, debt: 0n };
  version = 0;
  credited = 0n;
  corrected = 0n;
  waiting: { id: bigint; amount: bigint } | null = null;
  paid: { id: bigint; amount: bigint } | null = null;

  constructor(userId: bigint) {
    this.userId = userId;
  }

  private async enter(
    op: string,
    [debit, credit]: readonly [Account, Account],
    { amount, at, key = '' }: { amount: bigint; at: number; key?: string },
  ) {
    this.version += 1;
    this.accounts[debit] -= amount;
    this.accounts[credit] += amount;
    if (debit === 'rewards') this.credited += amount;
    if (credit === 'rewards') this.corrected += amount;
    await domain.pool.query(
      `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
         created_at) values ($1, $2, $3, $4, $5, $6, $7, '', $8)`,
      [
        this.userId,
        this.version,
        op,
        key || `key:${this.version}`,
        debit,
        credit,
        amount,
        new Date(at),
      ],
    );
  }

  private async ask({ method, amount, at }: Move): Promise<void> {
    if (this.waiting || amount > this.accounts.available) return;
    const { rows } = await domain.pool.query<{ id: bigint }>(
      `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
         account_type, recipient_name, account, status, created_at)
       values ($1, $2, '1', 'EUR', 'DE', $3, 'phone', 'Ada', '1', 'pending', $4)
       returning withdrawal_id as id`,
      [this.userId, amount, method, new Date(at)],
    );
    this.waiting = { id: rows[0]?.id ?? 0n, amount };
    const key = `withdrawal:${this.waiting.id}`;
    await this.enter('withdrawal_held', ['available', 'held'], { amount, at, key });
  }

  private async settle(does: 'pay' | 'reject', at: number): Promise<void> {
    if (!this.waiting) return;
    const { id, amount } = this.waiting;
    const [step, status] = does === 'pay' ? ['paid', 'paid'] : ['rejected', 'rejected'];
    await domain.pool.query(
      `update withdrawal set status = $2, step = $3, previous_step = 'pending', step_number = 1,
         settled_at = $4, reason = $5 where withdrawal_id = $1`,
      [id, status, step, new Date(at), does === 'pay' ? null : 'no'],
    );
    const to = does === 'pay' ? 'payouts' : 'available';
    const op = does === 'pay' ? 'withdrawal_paid' : 'withdrawal_returned';
    await this.enter(op, ['held', to], { amount, at, key: `withdrawal:${id}` });
    if (does === 'pay') this.paid = this.waiting;
    this.waiting = null;
  }

  private async comeBack(at: number): Promise<void> {
    if (!this.paid || this.accounts.debt < 0n) return;
    const { id, amount } = this.paid;
    this.paid = null;
    await this.enter('payout_returned', ['payouts', 'available'], {
      ...{ amount, at, key: `withdrawal:${id}` },
    });
  }

  async do(move: Move): Promise<void> {
    const { does, op, amount, at } = move;
    const { available, debt } = this.accounts;
    if (does === 'ask') return this.ask(move);
    if (does === 'pay' || does === 'reject') {
      if (debt === 0n) await this.settle(does, at);
    } else if (does === 'return') await this.comeBack(at);
    else if (does === 'take' && available >= amount) {
      await this.enter('correction', ['available', 'rewards'], { amount, at });
    } else if (does === 'owe' && available === 0n) {
      await this.enter('correction_owed', ['debt', 'rewards'], { amount, at });
    } else if (does === 'repay' && debt < 0n) {
      await this.enter('video', ['rewards', 'available'], { amount: -debt, at });
      await this.enter('debt_repaid', ['available', 'debt'], { amount: -debt, at });
    } else if (does === 'earn' && debt === 0n) {
      await this.enter(op, ['rewards', 'available'], { amount, at });
    }
  }

  async keepWallet(): Promise<void> {
    const { available, held, payouts, debt } = this.accounts;
    await domain.pool.query(
      `insert into wallet (user_id, available, held, credited, debited, debt, corrected, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.userId, available, held, this.credited, payouts, -debt, this.corrected, this.version],
    );
  }
}

let people = 1_000_000n;

/** Adds a person, and makes the possible moves of a history. */
export async function addPerson(moves: readonly Move[]): Promise<void> {
  people += 7_001n;
  const person = new Person(people);
  for (const move of moves) await person.do(move);
  await person.keepWallet();
}

export interface Entry {
  readonly op: string;
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: bigint;
  readonly method: string | null;
  readonly created_at: Date;
}

/** Reads all entries, so that a test can compute sums without the database. */
export async function readEntries(): Promise<Entry[]> {
  const { rows } = await domain.pool.query<Entry & { key: string }>(
    'select op, debit, credit, amount, created_at, idempotency_key as key from transfer',
  );
  const asked = await domain.pool.query<{ id: bigint; method: string }>(
    'select withdrawal_id as id, method from withdrawal',
  );
  const methods = new Map(asked.rows.map(({ id, method }) => [`withdrawal:${id}`, method]));
  return rows.map(({ key, ...entry }) => ({ ...entry, method: methods.get(key) ?? null }));
}
