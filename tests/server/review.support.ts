import { randomBytes } from 'node:crypto';
import type { Caller } from '../../server/domain/context.ts';
import { factsOfUser, reviewCriteriaOf } from '../../server/domain/review/facts.ts';
import { hashBlock } from '../../server/domain/review/registration-blocks.ts';
import type { SignalName } from '../../server/domain/review/rules.ts';
import { type Finding, findingsOf } from '../../server/domain/review/signals.ts';
import { settingsTable } from '../../server/domain/settings.table.ts';
import type { TestDomain, UserOptions } from './support.ts';

/** The default settings of reviews; tests that do not set them have no reviews. */
export const REVIEW: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(settingsTable)
    .filter(([key]) => /^(review\.|withdraw\.review_)/.test(key))
    .map(([key, definition]) => [key, definition.default]),
);

interface Payee extends UserOptions {
  /** the address of the registration; none: it is not known */
  readonly address?: string;
  readonly account?: string;
}

/** A user with a PayPal account, by default an account of their own. */
export async function payee(domain: TestDomain, options: Payee = {}): Promise<Caller> {
  const user = await domain.user(options);
  const account = options.account ?? `${randomBytes(6).toString('hex')}@mail.example`;
  await domain.pool.query(
    `insert into payout_info (user_id, country, method, account_type, recipient_name, account, account_key,
       updated_at) values ($1, 'DE', 'paypal', 'email', 'Somebody', $2,
       'email:' || lower($2), $3)`,
    [user.userId, account, domain.now()],
  );
  if (options.address) {
    await domain.pool.query(
      'insert into registration_block (user_id, block_hash, registered_at) values ($1, $2, $3)',
      [user.userId, await hashBlock(domain.pool, options.address), domain.now()],
    );
  }
  return user;
}

/** Credits rewards as the server does, at the clock's time. */
export async function earn(
  { pool, now }: TestDomain,
  { userId }: Caller,
  rewards: Readonly<Record<string, bigint>>,
): Promise<void> {
  for (const [op, amount] of Object.entries(rewards)) {
    await pool.query(
      `with moved as (
         update wallet set available = available + $3, credited = credited + $3,
           version = version + 1
         where user_id = $1 returning version
       )
       insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
         created_at)
       select $1, version, $2, 'test:' || version, 'rewards', 'available', $3, '', $4 from moved`,
      [userId, op, amount, now()],
    );
  }
}

/**
 * Adds claims of clips that were watched `gapMs` apart, up to the clock's time. They arrive
 * `arrivesMs` apart, too; without `arrivesMs` no arrival is stored.
 */
export async function watch(
  { pool, now }: TestDomain,
  { userId }: Caller,
  {
    clips,
    gapMs,
    seconds,
    arrivesMs = null,
  }: { clips: number; gapMs: number; seconds: number | null; arrivesMs?: number | null },
): Promise<void> {
  await pool.query(
    `with claims as (
       insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds,
         arrived_at)
       select $1, (at at time zone 'UTC')::date, 1000 + place, 500, at, $5,
         $4 + place * $6::int * interval '1 ms'
       from generate_series(1, $2::int) as place,
         lateral (select $4::timestamptz - ($2 - place) * $3 * interval '1 ms' as at) as moment
     )
     update progress set videos = videos + $2 where user_id = $1`,
    [userId, clips, gapMs, now(), seconds, arrivesMs],
  );
}

/** The finding about the user for one signal. */
export async function finding(
  domain: TestDomain,
  { userId }: Caller,
  name: SignalName,
): Promise<Finding | undefined> {
  const { pool, settings } = domain;
  const facts = await factsOfUser(pool, userId, reviewCriteriaOf(settings), domain.now());
  if (!facts) throw new Error('the user has no account to be paid to');
  return findingsOf(facts, settings, domain.now()).find((found) => found.name === name);
}
