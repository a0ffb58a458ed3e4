import autocannon from 'autocannon';
import { countFrom } from '../scripts/usage.ts';
import { createPool } from '../server/database/database.ts';
import { OPERATOR_LIMITS } from '../server/database/session.ts';
import { verifyLedger } from '../server/domain/verify.ts';
import { greet, rewardRequests, type Target, withTarget } from './api.target.ts';
import type { Population } from './populations.ts';

const USERS = countFrom('BENCH_GROWN_USERS', 1_000_000);
const ROUNDS = countFrom('BENCH_ROUNDS', 5);
const CONNECTIONS = 16;
const SECONDS = 4;
/** Number of `record` calls that each database can pay, over all users of its load. */
const RECORDS = 150_000;

const atHand = (users: number, active: number): Population => ({
  users,
  inviter: 'n / 10',
  active,
  clips: Math.ceil(RECORDS / active),
  history: true,
});

/** Rewards a second, and the latency of each. */
interface Figures {
  readonly perSecond: number;
  /** milliseconds */
  readonly p99: number;
}

/**
 * Compares the cost of a `record` call on a small and on a grown database, in turns: 1,000 users, and
 * 1,000,000 users with 5,000,000 transfers. In the large database the load comes from 20,000 users
 * spread over all, so that it keeps reading other parts of the tables.
 */
export function benchGrowth(): Promise<void> {
  console.log(`making ${USERS} users with five transfers each, which takes some minutes`);
  const grown = atHand(USERS, Math.min(20_000, USERS));
  return withTarget(
    (large) => withTarget((small) => compare(small, large), atHand(1000, 1000)),
    grown,
  );
}

async function compare(small: Target, large: Target): Promise<void> {
  const loads = { small: makeLoad(small), large: makeLoad(large) };
  // a user's first call costs more, and each user of the large database makes few calls
  await Promise.all([greet(small), greet(large)]);
  // the first calls create each database's query plans and fill its caches
  await loads.small();
  await loads.large();
  const rounds: { small: Figures; large: Figures }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ small: await loads.small(), large: await loads.large() });
  }
  print('1000 users', await describe(small), medianOf(rounds.map((round) => round.small)));
  print(`${USERS} users`, await describe(large), medianOf(rounds.map((round) => round.large)));
  const costs = rounds.map((round) => round.small.perSecond / round.large.perSecond);
  const each = costs.map((cost) => cost.toFixed(2)).join(', ');
  console.log(`cost when grown: ${middle(costs).toFixed(2)} times (at most 1.15; rounds: ${each})`);
}

/**
 * Describes the number of transfers and the size of the database.
 * @throws Error if the ledger is inconsistent: the measurement would then prove nothing
 */
async function describe({ databaseUrl }: Target): Promise<string> {
  const pool = createPool({ url: databaseUrl, max: 1, limits: OPERATOR_LIMITS });
  const { rows } = await pool.query<{ bytes: bigint }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const { transfers, differences } = await verifyLedger(pool);
  await pool.end();
  if (differences.length > 0) throw new Error(differences.join('\n'));
  return `${transfers} transfers by now, ${Math.round(Number(rows[0]?.bytes) / 1e6)} MB`;
}

function print(name: string, size: string, { perSecond, p99 }: Figures): void {
  console.log(`${name.padEnd(14)} ${perSecond.toFixed(0).padStart(6)}/s  p99 ${p99} ms  (${size})`);
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

function medianOf(all: readonly Figures[]): Figures {
  return {
    perSecond: middle(all.map((one) => one.perSecond)),
    p99: middle(all.map((one) => one.p99)),
  };
}

function makeLoad(target: Target): () => Promise<Figures> {
  const next = rewardRequests(target);
  return async () => {
    let failed = 0;
    const result = await autocannon({
      url: `${target.ours}/index.php/api/video/record`,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => Object.assign(request, next()),
          onResponse: (status, body) => {
            if (status !== 200 || !body.includes('"reward"')) failed += 1;
          },
        },
      ],
    });
    if (failed > 0 || result.errors > 0) {
      throw new Error(`${failed} answers were no rewards, ${result.errors} answers never came`);
    }
    return { perSecond: result.requests.average, p99: result.latency.p99 };
  };
}

if (import.meta.main) await benchGrowth();
