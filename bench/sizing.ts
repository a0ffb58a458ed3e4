import { availableParallelism } from 'node:os';
import pg from 'pg';
import { countFrom } from '../scripts/usage.ts';
import { rewardRequests, type Target, withTarget } from './api.target.ts';
import { claimByFunction, withClients } from './ladder.ts';

const CLAIMS = countFrom('BENCH_CLAIMS', 20_000);
const ACTIVE = 1000;
const CONNECTIONS = 16;

/** The table's assumptions about people; all its other figures are measured. */
const ASSUMED = { activeShare: 0.2, claimsADay: 20, peak: 3 };
const DAY_SECONDS = 86_400;
const PEOPLE = [10_000, 1_000_000, 10_000_000, 100_000_000];

/** Tables with a fixed number of rows for each person. */
const OF_PERSON = ['account', 'account_lookup', 'wallet', 'progress', 'session', 'friend'];
/** Cached answers under claims' keys, which are deleted after eight days. */
const ANSWERS = 'kept_answer';
const ANSWER_DAYS = 8;

type Sizes = ReadonlyMap<string, number>;

/** Bytes of each table with its indexes. */
async function sizesOf(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Cost of one claim. */
interface Claim {
  /** bytes that stay, and bytes of its cached answer */
  readonly kept: number;
  readonly answer: number;
  /** bytes of WAL, which is replicated and archived */
  readonly log: number;
  /** claims a second, over all connections */
  readonly perSecond: number;
}

async function claimAll(target: Target): Promise<number> {
  const next = rewardRequests(target);
  let left = CLAIMS;
  const begun = performance.now();
  await withClients(target.databaseUrl, CONNECTIONS, (clients) =>
    Promise.all(
      clients.map(async (client) => {
        while (left > 0) {
          left -= 1;
          const { rows } = await client.query(claimByFunction(next()));
          if (rows[0]?.paid === null) throw new Error('nothing was paid');
        }
      }),
    ).then(() => undefined),
  );
  return CLAIMS / ((performance.now() - begun) / 1000);
}

async function measureClaim(target: Target, client: pg.Client): Promise<Claim> {
  const place = async () =>
    (await client.query<{ at: string }>('select pg_current_wal_lsn() as at')).rows[0]?.at ?? '';
  const [before, from] = [await sizesOf(client), await place()];
  const perSecond = await claimAll(target);
  const [after, to] = [await sizesOf(client), await place()];
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_wal_lsn_diff($2, $1)::text as bytes',
    [from, to],
  );
  const grown = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / CLAIMS;
  const names = [...after.keys()].filter((name) => name !== ANSWERS && grown(name) > 0);
  return {
    kept: names.reduce((sum, name) => sum + grown(name), 0),
    answer: grown(ANSWERS),
    log: Number(rows[0]?.bytes) / CLAIMS,
    perSecond,
  };
}

const inBytes = (bytes: number): string => {
  const at = Math.min(Math.floor(Math.log10(bytes) / 3), 5);
  return `${(bytes / 1000 ** at).toPrecision(3)} ${['B', 'kB', 'MB', 'GB', 'TB', 'PB'][at]}`;
};

function print(person: number, claim: Claim): void {
  console.log(`a person: ${person.toFixed(0)} B in ${OF_PERSON.join(', ')}
a claim: ${claim.kept.toFixed(0)} B that stay, ${claim.answer.toFixed(0)} B for ${ANSWER_DAYS} days, ${claim.log.toFixed(0)} B of log
claims: ${claim.perSecond.toFixed(0)}/s by the function, ${CONNECTIONS} connections, ${availableParallelism()} cores with the load on them

| people | claims a second, at the peak | such machines at half their load | a year on disk | log a day |
|---|---|---|---|---|`);
  for (const people of PEOPLE) {
    const aDay = people * ASSUMED.activeShare * ASSUMED.claimsADay;
    const atPeak = (aDay / DAY_SECONDS) * ASSUMED.peak;
    const onDisk = people * person + aDay * (claim.kept * 365 + claim.answer * ANSWER_DAYS);
    const machines = Math.ceil(atPeak / (claim.perSecond / 2));
    console.log(
      `| ${people.toLocaleString('en')} | ${Math.ceil(atPeak).toLocaleString('en')} | ${machines} | ${inBytes(onDisk)} | ${inBytes(aDay * claim.log)} |`,
    );
  }
}

/**
 * Measures a person's and a claim's share of a database: bytes of tables and indexes, bytes of WAL, and
 * claims a second; and calculates them for up to 100 million people.
 */
export function benchSizing(people: number): Promise<void> {
  const population = {
    ...{ users: people, inviter: 'n / 10', active: ACTIVE, history: true },
    clips: Math.ceil((CLAIMS * 1.2) / ACTIVE),
  };
  return withTarget(async (target) => {
    const client = new pg.Client(target.databaseUrl);
    await client.connect();
    try {
      const sizes = await sizesOf(client);
      const person = OF_PERSON.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) / people;
      print(person, await measureClaim(target, client));
    } finally {
      await client.end();
    }
  }, population);
}
