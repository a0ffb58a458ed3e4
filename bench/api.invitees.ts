import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { countFrom } from '../scripts/usage.ts';
import { type Target, withTarget } from './api.target.ts';
import { tokenOf } from './populations.ts';

/** Number of newcomers with one common inviter, and of newcomers with an inviter each. */
const NEWCOMERS = countFrom('BENCH_NEWCOMERS', 10_000);
const ROUNDS = countFrom('BENCH_ROUNDS', 5);
const WELCOMES_AT_ONCE = 8;
const RECORDS_AT_ONCE = 16;

const POPULATION = {
  // user 1 has invited the first 10,000 after it; each of the next 10,000 has one of the last 10,000 as inviter
  users: 1 + 3 * NEWCOMERS,
  inviter: `case when n = 1 then 0 when n <= ${1 + NEWCOMERS} then 1
    when n <= ${1 + 2 * NEWCOMERS} then n + ${NEWCOMERS} else 0 end`,
  active: 1 + 3 * NEWCOMERS,
  clips: 10,
  history: false,
};

/** A range of user ids, without its end. */
interface Group {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds of each record, while the group's newcomers got their first reward. */
type Latencies = number[];

/**
 * Measures a popular inviter: latency of newcomers' records while their commissions go to one wallet,
 * compared with newcomers with an inviter each; and the delay of the commissions.
 */
export function benchInvitees(): Promise<void> {
  return withTarget(compare, POPULATION);
}

async function compare(target: Target): Promise<void> {
  const common = { from: 2, to: 2 + NEWCOMERS };
  const apart = { from: common.to, to: common.to + NEWCOMERS };
  const load = makeLoad(target);
  const rounds: { common: Latencies; apart: Latencies }[] = [];
  const size = Math.floor(NEWCOMERS / ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const part = ({ from }: Group): Group => ({
      from: from + round * size,
      to: from + (round + 1) * size,
    });
    const turns = { apart: await load(part(apart)), common: await load(part(common)) };
    rounds.push(turns);
  }
  const p99 = (name: 'common' | 'apart') =>
    middle(rounds.map((round) => quantile(round[name], 0.99)));
  const ratios = rounds.map((round) => quantile(round.common, 0.99) / quantile(round.apart, 0.99));
  console.log(
    `records while newcomers come: p99 ${p99('apart').toFixed(1)} ms with an inviter each, ` +
      `${p99('common').toFixed(1)} ms with one for all: ${middle(ratios).toFixed(2)} times ` +
      `(at most 2; rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  );
  await printLags(target, { 'one inviter': common, 'an inviter each': apart });
}

/**
 * Returns a function that claims a group's welcome rewards and, at the same time, makes `record` calls of
 * the same people.
 */
function makeLoad(target: Target): (group: Group) => Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: WELCOMES_AT_ONCE + RECORDS_AT_ONCE });
  const post = (path: string, userId: number, body: object) =>
    send(agent, `${target.ours}/index.php/api${path}`, userId, body);
  return async ({ from, to }) => {
    const latencies: Latencies = [];
    let newcomer = from;
    let records = 0;
    const welcome = async () => {
      while (newcomer < to) {
        newcomer += 1;
        await post('/user/handleLoginReward', newcomer - 1, {});
      }
    };
    const record = async () => {
      while (newcomer < to) {
        const userId = from + (records % (to - from));
        const clip = target.firstClip + Math.floor(records / (to - from));
        records += 1;
        const began = performance.now();
        await post('/video/record', userId, { videos_id: clip });
        latencies.push(performance.now() - began);
      }
    };
    await Promise.all([
      ...Array.from({ length: WELCOMES_AT_ONCE }, welcome),
      ...Array.from({ length: RECORDS_AT_ONCE }, record),
    ]);
    await arrived(target);
    return latencies;
  };
}

/** Sends a POST over a kept-alive connection. @throws Error if the call is refused or fails */
function send(agent: Agent, url: string, userId: number, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'ba-user-token': tokenOf(userId),
        'x-forwarded-for': `10.${userId >> 16}.${(userId >> 8) & 255}.${userId & 255}`,
      },
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const part of response) text += part;
      if (text.startsWith('{"code":1,')) resolve();
      else reject(new Error(`user ${userId} was answered ${text}`));
    });
    sent.end(JSON.stringify(body));
  });
}

/** Waits until no commission is pending, so that a turn does not affect the next. */
async function arrived({ databaseUrl }: Target): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const waiting = 'select from outbox union all select from reward_release limit 1';
  while ((await pool.query(waiting)).rowCount) await delay(50);
  await pool.end();
}

/** Prints the delay between the newcomers' welcome rewards and their inviters' commissions. */
async function printLags({ databaseUrl }: Target, groups: Record<string, Group>): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  for (const [name, { from, to }] of Object.entries(groups)) {
    const { rows } = await pool.query<{ seconds: string; commissions: string }>(
      `select count(*) as commissions,
         percentile_disc(array[0.5, 0.99, 1]) within group (
           order by extract(epoch from transfer.created_at - account.welcomed_at)
         )::text as seconds
       from account join transfer on transfer.user_id = account.inviter_id
         and transfer.idempotency_key = 'friend:' || account.user_id
       where account.user_id >= $1 and account.user_id < $2`,
      [from, to],
    );
    console.log(
      `commissions to ${name}: ${rows[0]?.commissions} arrived, ` +
        `p50, p99 and last after ${rows[0]?.seconds} s (at most 2)`,
    );
  }
  await pool.end();
}

function quantile(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? Number.NaN;
}

function middle(all: readonly number[]): number {
  return quantile(all, 0.5);
}

if (import.meta.main) await benchInvitees();
