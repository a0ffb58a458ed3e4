import type pg from 'pg';
import { countFrom } from '../scripts/usage.ts';
import { hashToken } from '../server/domain/sessions.ts';
import { type Target, withTarget } from './api.target.ts';
import { type Figures, makeLoad } from './api.ts';
import { LEAN, loadDatabase, printRungs, withClients } from './ladder.ts';
import { tokenOf } from './populations.ts';

const NEWCOMERS = countFrom('BENCH_NEWCOMERS', 200_000);
const INVITERS = 1_000;
const ROUNDS = 3;

const POPULATION = {
  users: INVITERS + NEWCOMERS,
  // each of the first thousand has invited the same number
  inviter: `case when n > ${INVITERS} then n % ${INVITERS} + 1 else 0 end`,
  active: INVITERS + NEWCOMERS,
  clips: 1,
  history: false,
};

/** With the default settings, and without a limit for a day's promises. */
const FUNCTION = {
  name: 'welcome',
  text: `select paid from record_welcome($1, now(), (now() at time zone 'UTC')::date, 10000,
    'be***12', false, null, null, null, 1000, 5000, 0.07, 0.03, 0.01, 0, 1, 1,
    '/api/user/handleLoginReward', 'ladder', '', now() + interval '1 day', $2, null)`,
};

/**
 * Measures the welcome reward as `ladder` does: rewards a second by one call of the database function,
 * and through the public socket, in relation to one lean statement. Each newcomer has an inviter.
 */
export function benchWelcomes(): Promise<void> {
  return withTarget(async (target) => {
    const next = newcomers();
    for (const connections of [16, 64]) {
      await withClients(target.databaseUrl, connections, (clients) => climb(target, next, clients));
    }
  }, POPULATION);
}

/** Returns a function that returns the next newcomer's id: nobody is welcomed twice in the whole run. */
function newcomers(): () => number {
  let last = INVITERS;
  return () => {
    if (last >= INVITERS + NEWCOMERS)
      throw new Error('there are too few newcomers: raise BENCH_NEWCOMERS');
    last += 1;
    return last;
  };
}

/** Pays the inviters in turn, one with each lean statement. */
function makeLean(): () => pg.QueryConfig {
  let paid = 0;
  return () => {
    paid += 1;
    return { ...LEAN, values: [(paid % INVITERS) + 1, `bench:${process.hrtime.bigint()}`] };
  };
}

const requestOf = (user: number) => ({
  body: '{}',
  headers: {
    'content-type': 'application/json',
    'ba-user-token': tokenOf(user),
    'x-forwarded-for': `10.${user >> 16}.${(user >> 8) & 255}.${user & 255}`,
  },
});

async function climb(
  target: Target,
  next: () => number,
  clients: readonly pg.Client[],
): Promise<void> {
  const load = makeLoad(() => requestOf(next()), { sign: '"new_user_reward"' });
  const lean = makeLean();
  const byFunction = () => {
    const user = next();
    return { ...FUNCTION, values: [user, hashToken(tokenOf(user))] };
  };
  const url = `${target.ours}/index.php/api/user/handleLoginReward`;
  const rungs: Record<string, () => Promise<Figures>> = {
    'lean statement': () => loadDatabase(clients, lean),
    'function, session and key': () => loadDatabase(clients, byFunction),
    'socket, session and key': () => load(url, clients.length, true),
  };
  const measured = new Map<string, Figures[]>(Object.keys(rungs).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, measure] of Object.entries(rungs)) measured.get(name)?.push(await measure());
  }
  printRungs(measured, clients.length);
}

if (import.meta.main) await benchWelcomes();
