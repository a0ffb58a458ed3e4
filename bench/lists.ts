import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../server/database/database.ts';
import { openEmbedded } from '../server/database/embedded/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { OPERATOR_LIMITS } from '../server/database/session.ts';
import type { Context } from '../server/domain/context.ts';
import { landing } from '../server/domain/landing.ts';
import { rewardLogs } from '../server/domain/ledger.ts';
import { MoneyFigures } from '../server/domain/money-figures.ts';
import { Settings } from '../server/domain/settings.ts';
import { utcDay } from '../server/domain/time.ts';
import { verifyLedger } from '../server/domain/verify.ts';
import { playable } from '../server/domain/videos.ts';
import { history } from '../server/domain/watched-clips.ts';
import type { OperatorContext } from '../server/operator/command.ts';
import { commands } from '../server/operator/commands.ts';

/** The small database has so many times fewer people, clips and transfers. */
const SMALLER = 20;
const ROUNDS = 5;
const IN_REVIEW = 1_000;
/** What none of them may take with a million people; a command that reads every entry cannot. */
const LONGEST_MS = 300;

/**
 * $1 people, $2 of them in review. As many clips, 20 rewards each for 20 watched clips; two refused
 * claims each; the next people up to a half were paid once; all registered from one block of addresses.
 * Rewards and watched clips of a person lie apart in their tables, as they come in life.
 */
const SEED = [
  `insert into account (username, username_key, email, email_key, password_hash, invite_code,
     created_at, password_changed_at)
   select 'u' || i, 'u' || i, i || '@e.org', i || '@e.org', '', 'C' || i, now(), now()
   from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into progress (user_id) select i from generate_series(1, $1::int) as i
   where $2::int is not null`,
  `insert into registration_block (user_id, block_hash, registered_at)
   select i, 'block', now() from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
   select 'Clip', 'Author', '/' || i, '/p', 540, 960, 8000, now()
   from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
     created_at)
   select i, n, 'video', 'video:' || n, 'rewards', 'available', 500, 'Clip', now()
   from generate_series(1, 20) as n, generate_series(1, $1::int) as i where $2::int is not null
   order by random()`,
  `insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds)
   select i, now()::date, n, 500, now(), 5
   from generate_series(1, 20) as n, generate_series(1, $1::int) as i where $2::int is not null
   order by random()`,
  `insert into refused_call (user_id, day, call, item, reason, first_at, last_at, times)
   select i, now()::date, '/api/video/record', n, 'too_early', now(), now(), 1
   from generate_series(1, $1::int) as i, generate_series(1, 2) as n where $2::int is not null`,
  `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
     created_at)
   select i, 20 + n, op, 'withdrawal:' || i, debit, credit, 1000, '', now()
   from generate_series(1, $1::int / 2) as i, (values
     (1, 'withdrawal_held', 'available', 'held'), (2, 'withdrawal_paid', 'held', 'payouts')
   ) as move (n, op, debit, credit) where n = 1 or i > $2::int`,
  `insert into wallet (user_id, available, held, credited, debited, version)
   select i, case when i <= $1 / 2 then 9000 else 10000 end, case when i <= $2 then 1000 else 0 end,
     10000, case when i > $2 and i <= $1 / 2 then 1000 else 0 end,
     20 + (i <= $1 / 2)::int + (i > $2 and i <= $1 / 2)::int
   from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
     account_type, recipient_name, account, status, step, previous_step, step_number,
     review_due_at, created_at, settled_at)
   select i, 1000, '1', 'EUR', 'DE', 'm', 'phone', 'Anna', '49' || i,
     case when i <= $2 then 'pending' else 'paid' end,
     case when i <= $2 then 'in_review' else 'paid' end, 'pending', 1,
     case when i <= $2 then now() end, now(), case when i > $2 then now() end
   from generate_series(1, $1::int / 2) as i where $2::int is not null`,
  `insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
   select user_id, withdrawal_id, 1, 'pending', step, now() from withdrawal
   where $1::int is not null and $2::int is not null`,
  `insert into audit (at, who, action, what)
   select now(), 'somebody', 'login failed', jsonb_build_object('user_id', i)
   from generate_series(1, $1::int) as i where $2::int is not null`,
];

async function withPeople(people: number, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-lists-'));
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  const pool = createPool({ url: embedded.url, max: 2, limits: OPERATOR_LIMITS });
  try {
    await migrate(embedded.url);
    for (const statement of SEED) {
      await pool.query(statement, [people, Math.min(IN_REVIEW, people / 4)]);
    }
    await pool.query('vacuum analyze');
    await work(pool);
  } finally {
    await pool.end();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function listsOf(pool: pg.Pool, settings: Settings): Record<string, () => Promise<unknown>> {
  const now = new Date();
  const visitor = { address: '203.0.113.7', country: null };
  const site = { publicUrl: 'https://clips.example', mediaUrl: null, mediaKey: Buffer.alloc(32) };
  const context = { db: pool, settings, now, visitor, site } as unknown as Context;
  const operator = { db: pool, now } as OperatorContext;
  const caller = { userId: 1n, token: '' };
  const day = utcDay(now);
  const command =
    (name: string, values: Record<string, string>, ...positionals: string[]) =>
    () =>
      commands
        .find((known) => known.name === name)
        ?.run(operator, { positionals, values }) as Promise<unknown>;
  const verify = (only: bigint | null) => async () => {
    const { differences } = await verifyLedger(pool, only);
    if (differences.length > 0) throw new Error(differences.join('\n'));
  };
  const today = { from: day, to: day, sum: 'true' };
  return {
    'playable, first page': () => playable(context, caller, { page: 1, limit: 20 }),
    'reward history, first page': () => rewardLogs(context, caller, { page: 1, limit: 20 }),
    'watched clips, first page': () => history(context, caller, { page: 1, limit: 20 }),
    'landing page': () => landing(context, null, { invite_code: 'C1' }),
    'figures of /metrics': () => new MoneyFigures(pool).read(),
    'withdrawals list, in review': command('withdrawals list', { status: 'pending' }),
    'withdrawals list, rejected': command('withdrawals list', { status: 'rejected' }),
    'withdrawals list, one day': command('withdrawals list', today),
    'withdrawals list, page 1000': command('withdrawals list', { ...today, page: '1000' }),
    'payouts list, one day': command('payouts list', today),
    'audit list, one day': command('audit list', today),
    'audit list, a rare action': command('audit list', { action: 'config set' }),
    'videos list, one day': command('videos list', today),
    'outbox list, one day': command('outbox list', today),
    'users timeline': command('users timeline', { since: day }, 'u1'),
    'users find, a rare part': command('users find', {}, '9999@e.o'),
    'users find, nobody': command('users find', {}, 'nobody'),
    'money report': command('money report', { month: day.slice(0, 7) }),
    'ledger verify': verify(null),
    'ledger verify, one user': verify(1n),
  };
}

/** The middle of some rounds, in ms; what is slow is measured once. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  do {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  } while (times.length < ROUNDS && (times[0] ?? 0) < 5_000);
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Pages of the database that were looked at so far, in memory or on the disk. Both connections tell theirs first. */
async function pagesOf(pool: pg.Pool): Promise<number> {
  const flush = () => pool.query('select pg_stat_force_next_flush()');
  await Promise.all([flush(), flush()]);
  const { rows } = await pool.query<{ pages: number }>(
    `select (blks_hit + blks_read)::float8 as pages from pg_stat_database
     where datname = current_database()`,
  );
  return rows[0]?.pages ?? 0;
}

/** What a list takes, once for the pages: they are the same however busy the machine is. */
async function measure(pool: pg.Pool, work: () => Promise<unknown>): Promise<Cost> {
  await work();
  const [start, before] = [await pagesOf(pool), await pagesOf(pool)];
  await work();
  // less what the look itself takes
  const pages = (await pagesOf(pool)) - before - (before - start);
  return { ms: await timeOf(work), pages: Math.max(pages, 0) };
}

interface Cost {
  readonly ms: number;
  readonly pages: number;
}

async function costsOf(people: number): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  await withPeople(people, async (pool) => {
    const settings = new Settings({ db: pool });
    await settings.refresh();
    for (const [name, work] of Object.entries(listsOf(pool, settings))) {
      costs.set(name, await measure(pool, work));
    }
    const { rows } = await pool.query(
      'select temp_bytes from pg_stat_database where datname = current_database()',
    );
    console.log(`${people} people: ${rows[0]?.temp_bytes} bytes of temporary files, with the seed`);
  });
  return costs;
}

/** Lists, counts and sums beside those of a database twenty times smaller. @param people in the large one */
export async function benchLists({ people }: { readonly people: number }): Promise<void> {
  const small = await costsOf(people / SMALLER);
  const large = await costsOf(people);
  for (const [name, { ms, pages }] of large) {
    const before = small.get(name) ?? { ms: 0, pages: 0 };
    console.log(
      `${name.padEnd(28)} ${before.ms.toFixed(1).padStart(8)} ms  ${ms.toFixed(1).padStart(8)} ms  ` +
        `${(ms / before.ms).toFixed(1)} times; ${before.pages} and ${pages} pages` +
        `${ms > LONGEST_MS ? `, more than ${LONGEST_MS} ms` : ''}`,
    );
  }
}
