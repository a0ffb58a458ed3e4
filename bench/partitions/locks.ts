import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { RewardRequest } from '../api.target.ts';
import { claimDuring, inWords } from './load.ts';

/** Time for which a report or a backup that has read the table stays open. */
const READER_MS = 1_500;

interface Change {
  readonly name: string;
  readonly before?: string;
  readonly statements: readonly string[];
}

const day = (n: number) => `('2100-01-${n}'::timestamptz) to ('2100-01-${n + 1}'::timestamptz)`;
const partition = (n: number) =>
  `create table kept_later_${n} partition of kept_answer for values from ${day(n)}`;

let made = 10;
/** Creates a partition for another day of the year 2100. */
const create = (): Change => {
  made += 1;
  return { name: 'create the next partition', statements: [partition(made)] };
};

function attach(): Change {
  made += 1;
  return {
    name: 'attach a table that is ready',
    before: `create table kept_later_${made} (like kept_answer including all,
      check (expires_at >= '2100-01-${made}'::timestamptz and expires_at < '2100-01-${made + 1}'::timestamptz))`,
    statements: [
      `alter table kept_answer attach partition kept_later_${made} for values from ${day(made)}`,
    ],
  };
}

function detach(): Change {
  made += 1;
  return {
    name: 'detach and drop',
    before: partition(made),
    statements: [
      `alter table kept_answer detach partition kept_later_${made}`,
      `drop table kept_later_${made}`,
    ],
  };
}

/** `detach concurrently` is refused within a transaction, and while there is a default partition. */
function detachBeside(): Change {
  made += 1;
  return {
    name: 'detach concurrently and drop',
    before: partition(made),
    statements: [
      `alter table kept_answer detach partition kept_later_${made} concurrently`,
      `drop table kept_later_${made}`,
    ],
  };
}

async function attempt(client: pg.Client, statements: readonly string[]): Promise<string> {
  const begun = performance.now();
  const end = () => `${(performance.now() - begun).toFixed(0)} ms`;
  try {
    for (const statement of statements) await client.query(statement);
    return `done in ${end()}`;
  } catch (error) {
    return `refused after ${end()}: ${(error as Error).message}`;
  }
}

/** Changes the partitions while people claim, and prints the waiting times of the claims. */
async function watch(
  url: string,
  next: () => RewardRequest,
  { name, before, statements }: Change,
  { isRead, lockTimeoutMs }: { readonly isRead: boolean; readonly lockTimeoutMs: number },
): Promise<void> {
  const [client, reader] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([client.connect(), reader.connect()]);
  try {
    if (before) await client.query(before);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    let outcome = '';
    const times = await claimDuring(url, next, async () => {
      await delay(300);
      if (isRead) await reader.query('begin; select from kept_answer limit 1');
      const change = attempt(client, statements);
      await delay(READER_MS);
      if (isRead) await reader.query('commit');
      outcome = await change;
      await delay(300);
    });
    const open = isRead ? ', a reader is open' : '';
    const limit = lockTimeoutMs > 0 ? `, lock_timeout ${lockTimeoutMs} ms` : '';
    console.log(`${name}${open}${limit}: ${outcome}; ${inWords(times)}`);
  } finally {
    await Promise.all([client.end(), reader.end()]);
  }
}

/**
 * Prints the effects of a day in the key: on the product's statement, on one key before and after midnight, and on a
 * day without a partition.
 */
async function tellKeys(client: pg.Client): Promise<void> {
  console.log('-- keys that have the day in them');
  const store = (night: string, rest = '') => `
    insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
    values (1, '/p', 'same', '', '', '${night}') ${rest}`;
  console.log(
    `the product's statement: ${await attempt(client, [store('2100-01-02', 'on conflict (user_id, path, key) do nothing')])}`,
  );
  const once = 'on conflict (user_id, path, key, expires_at) do nothing';
  await client.query(store('2100-01-02 23:59:59', once));
  await client.query(store('2100-01-03 00:00:00', once));
  const { rows } = await client.query(
    `select count(*)::int as found from kept_answer where user_id = 1 and path = '/p' and key = 'same'`,
  );
  console.log(`one key, stored before and after midnight: ${rows[0]?.found} answers`);
  await client.query('alter table kept_answer detach partition kept_answer_else');
  console.log(
    `no partition for the day, and no default one: ${await attempt(client, [store('2101-01-01')])}`,
  );
}

/** @param url of a database with answers by day */
export async function benchLocks(url: string, next: () => RewardRequest): Promise<void> {
  console.log('-- partitions change while people claim');
  for (const isRead of [false, true]) {
    for (const lockTimeoutMs of isRead ? [0, 200] : [0]) {
      for (const change of [create(), attach(), detach()])
        await watch(url, next, change, { isRead, lockTimeoutMs });
    }
  }
  await watch(url, next, detachBeside(), { isRead: false, lockTimeoutMs: 0 });
  const client = new pg.Client(url);
  await client.connect();
  await tellKeys(client).finally(() => client.end());
  console.log('-- the same without a default partition');
  for (const isRead of [false, true]) {
    await watch(url, next, attach(), { isRead, lockTimeoutMs: 0 });
    await watch(url, next, detachBeside(), { isRead, lockTimeoutMs: 0 });
  }
}
