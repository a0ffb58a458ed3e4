import pg from 'pg';
import { countFrom } from '../scripts/usage.ts';
import { hashToken } from '../server/domain/sessions.ts';
import {
  addressOf,
  greet,
  type RewardRequest,
  rewardRequests,
  type Target,
  withTarget,
} from './api.target.ts';
import { type Figures, makeLoad, medianOf } from './api.ts';
import { Processors, type Profile, printProfile } from './ladder.profile.ts';

const SECONDS = countFrom('BENCH_SECONDS', 4);
const ROUNDS = 3;

/** The minimum that a reward must write: one wallet and one transfer. $1 user, $2 the transfer's key. */
export const LEAN = {
  name: 'lean',
  text: `with moved as (
      update wallet set available = available + 500, credited = credited + 500,
        version = version + 1 where user_id = $1 returning version
    )
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select $1, version, 'video', $2, 'rewards', 'available', 500, 'Clip', now() from moved`,
};

const FUNCTION = {
  name: 'function',
  text: `select paid from record_watch($1, $2, now(), (now() at time zone 'UTC')::date, null,
    (now() at time zone 'UTC')::date, 500, 0, 10000, 3, 20, 200, 0, '/video/record', $3, '',
    now() + interval '8 days', $4, null)`,
};

/** A claim by the product's database function, with session and key. */
export const claimByFunction = ({ user, clip, place, headers }: RewardRequest): pg.QueryConfig => ({
  ...FUNCTION,
  values: [user, clip, `ladder-${place}`, hashToken(headers['ba-user-token'] ?? '')],
});

type Sent = Pick<RewardRequest, 'body' | 'headers'>;

/** The most claims in one request. */
const CLAIMS_PER_REQUEST = 20;

/** Creates requests with many claims each, from the last clip backwards: the other rungs start with the first. */
function manyRequests({ tokens, firstClip, clips }: Target): () => Sent {
  let sent = 0;
  return () => {
    const user = sent % tokens.length;
    const last = firstClip + clips - 1 - CLAIMS_PER_REQUEST * Math.floor(sent / tokens.length);
    if (last - CLAIMS_PER_REQUEST < firstClip + clips / 2)
      throw new Error('too few clips: raise BENCH_CLIPS');
    sent += 1;
    const claims = Array.from({ length: CLAIMS_PER_REQUEST }, (_, place) => {
      return { key: `many-${sent}-${place}`, call: 'record', id: last - place };
    });
    const headers = {
      'content-type': 'application/json',
      'ba-user-token': tokens[user] ?? '',
      'x-forwarded-for': addressOf(user),
    };
    return { body: JSON.stringify({ claims }), headers };
  };
}

/** One statement for the next reward; only some statements need the reward. */
type Statement = (next: () => RewardRequest) => pg.QueryConfig;

const statements: Record<string, Statement> = {
  'empty transaction': () => ({ text: 'begin; commit' }),
  'lean statement': (next) => {
    const { user, place } = next();
    return { ...LEAN, values: [user, `bench:${place}`] };
  },
  'function, session and key': (next) => claimByFunction(next()),
};

/** Runs a loop for each client, with one statement at a time, for the time of a round. */
export async function loadDatabase(
  clients: readonly pg.Client[],
  next: () => pg.QueryConfig,
): Promise<Figures> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const begun = performance.now();
        const { rows } = await client.query(next());
        if (rows?.[0]?.paid === null) throw new Error('nothing was paid');
        times.push(performance.now() - begun);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / SECONDS, p50: at(0.5), p99: at(0.99) };
}

/** Opens connections for all rounds, as a server does: a new connection plans each statement again. */
export async function withClients(
  url: string,
  connections: number,
  work: (clients: readonly pg.Client[]) => Promise<void>,
): Promise<void> {
  const clients = Array.from({ length: connections }, () => new pg.Client(url));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await work(clients);
  } finally {
    // an open connection would break when the measured process closes its database
    await Promise.all(clients.map((client) => client.end()));
  }
}

/**
 * Measures the cost of each layer: rewards a second by one statement, by the function, by a bare route
 * with a trivial statement, by a bare route that makes the claim, through the public socket with
 * session and key, and with twenty in a call. All take turns on one database with different clips, so
 * that other load on the machine affects all alike.
 */
export function benchLadder({ profile = false } = {}): Promise<void> {
  return withTarget(async (target) => {
    await greet(target);
    const next = rewardRequests(target);
    const many = manyRequests(target);
    const processors = profile ? await new Processors(target).open() : null;
    for (const connections of [16, 64]) {
      await withClients(target.databaseUrl, connections, (clients) =>
        climb(rungsOf(target, next, many, clients), connections, processors),
      );
    }
    await processors?.end();
  });
}

type Rung = readonly [name: string, load: () => Promise<Figures>];

function rungsOf(
  { bare, ours }: Target,
  next: () => RewardRequest,
  many: () => Sent,
  clients: readonly pg.Client[],
): readonly Rung[] {
  const connections = clients.length;
  const load = makeLoad(next);
  const loadOne = makeLoad(next, { sign: '"one"' });
  const loadMany = makeLoad(many, { rewards: CLAIMS_PER_REQUEST });
  const record = `${ours}/index.php/api/video/record`;
  const send = `${ours}/index.php/api/claim/send`;
  return [
    ...Object.entries(statements).map(([name, statement]): Rung => {
      return [name, () => loadDatabase(clients, () => statement(next))];
    }),
    ['bare route, trivial statement', () => loadOne(`${bare}/one`, connections, false)],
    ['bare route on the pool', () => load(`${bare}/record`, connections, false)],
    ['socket, session and key', () => load(record, connections, true)],
    ['several in one call', () => loadMany(send, connections, false)],
  ];
}

async function climb(
  rungs: readonly Rung[],
  connections: number,
  processors: Processors | null,
): Promise<void> {
  const measured = new Map<string, Figures[]>(rungs.map(([name]) => [name, []]));
  const profiles = new Map<string, Profile[]>(rungs.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, load] of rungs) {
      const work = async () => {
        const figures = await load();
        measured.get(name)?.push(figures);
        return figures.perSecond * SECONDS;
      };
      if (processors) profiles.get(name)?.push(await processors.over(work));
      else await work();
    }
  }
  printRungs(measured, connections);
  if (!processors) return;
  for (const [name, each] of profiles) printProfile(`${connections} connections, ${name}`, each);
}

/** Prints each rung beside the lean statement. */
export function printRungs(measured: ReadonlyMap<string, Figures[]>, connections: number): void {
  const lean = medianOf(measured.get('lean statement') ?? []);
  for (const [name, all] of measured) {
    const { perSecond, p50, p99 } = medianOf(all);
    const share = (perSecond / lean.perSecond).toFixed(2);
    const slower = (p99 / lean.p99).toFixed(2);
    console.log(
      `${`${connections} connections, ${name}`.padEnd(42)} ${perSecond.toFixed(0).padStart(6)}/s` +
        ` (${share} of lean)  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms (${slower} of lean)`,
    );
  }
}

if (import.meta.main) await benchLadder({ profile: process.argv.includes('--profile') });
