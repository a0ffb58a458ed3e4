import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../server/database/database.ts';
import { deleteExpiredKeys } from '../../server/http/key-cleanup.ts';
import type { RewardRequest } from '../api.target.ts';
import { ANSWER_DAYS, type Cluster, Measured, median } from './cluster.ts';
import { claimDuring, inWords } from './load.ts';

const DAY_MS = 86_400_000;
/** Minimum duration of a measurement, so that claims that wait are included. */
const LONG_ENOUGH_MS = 3_000;
/** Days that expire: some without other load, the others while people claim. */
const ALONE = [1, 2, 3];
const WITH_CLAIMS = [4, 5, 6];
/** Days until each answer has been deleted and replaced twice. */
const LATER = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

const midnight = (day: number) => new Date((Math.floor(Date.now() / DAY_MS) + day) * DAY_MS);

/** Deletes the answers of a day. @returns milliseconds of each statement */
type Expire = (measured: Measured, day: number) => Promise<number[]>;

/** Deletes a thousand at a time, as the server does. */
const byKey: Expire = async ({ client }, day) => {
  const times: number[] = [];
  let deleted = 1;
  while (deleted > 0) {
    const begun = performance.now();
    deleted = await deleteExpiredKeys(client as unknown as Database, midnight(day + 1));
    times.push(performance.now() - begun);
  }
  return times;
};

const byDrop: Expire = async ({ client }, day) => {
  const begun = performance.now();
  await client.query(`begin; alter table kept_answer detach partition kept_answer_${day};
    drop table kept_answer_${day}; commit`);
  return [performance.now() - begun];
};

async function sizeOf({ client }: Measured): Promise<{ rows: number; bytes: number }> {
  const { rows } = await client.query<{ rows: number; bytes: string }>(
    `select (select count(*)::int from kept_answer) as rows,
       (select sum(pg_total_relation_size(oid)) from pg_class
         where relname ~ '^kept_answer(_\\d+|_else)?$' and relkind = 'r')::text as bytes`,
  );
  return { rows: rows[0]?.rows ?? 0, bytes: Number(rows[0]?.bytes) };
}

const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Vacuums the table, and inserts `count` answers under other keys, which expire 8 days after `day`. */
async function renew({ client }: Measured, count: number, day: number): Promise<void> {
  await client.query('vacuum kept_answer');
  await client.query(
    `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
     select n::bigint * 7919 % $1::int + 1, '/video/record', md5($2::int || '.' || n),
       sha256(n::text::bytea),
       '{"code":1,"msg":"ok","data":{"reward":"0.0500","balance":"1.2000","remaining_today":17}}',
       $3::timestamptz + n * interval '1 day' / ($1::int + 1)
     from generate_series(1, $1::int) as n`,
    [count, day, midnight(day + ANSWER_DAYS)],
  );
}

/** @returns number of deleted answers */
async function alone(
  measured: Measured,
  name: string,
  expire: Expire,
  day: number,
): Promise<number> {
  const before = await sizeOf(measured);
  let times: number[] = [];
  const taken = await measured.over(async () => {
    times = await expire(measured, day);
  });
  const after = await sizeOf(measured);
  const gone = before.rows - after.rows;
  console.log(
    `${name}, ${gone} answers: ${taken.ms.toFixed(0)} ms, ${(taken.cpu / gone).toFixed(1)} us of processor ` +
      `and ${(taken.log / gone).toFixed(0)} B of log each; ${inMb(before.bytes)} before, ${inMb(after.bytes)} after`,
  );
  if (expire !== byKey) return gone;
  const [first, last] = [median(times.slice(0, 10)), median(times.slice(-11, -1))];
  const vacuum = await measured.over(() => measured.client.query('vacuum kept_answer'));
  await renew(measured, gone, day);
  const full = await sizeOf(measured);
  console.log(
    `  a thousand took ${first.toFixed(0)} ms at first, ${last.toFixed(0)} at last; vacuum: ${vacuum.ms.toFixed(0)} ms, ` +
      `${(vacuum.cpu / gone).toFixed(1)} us of processor and ${(vacuum.log / gone).toFixed(0)} B of log each; ` +
      `with as many new answers ${inMb(full.bytes)}`,
  );
  return gone;
}

/** Measures the table's size after all first answers have been deleted and replaced. */
async function turnOver(measured: Measured, aDay: number): Promise<void> {
  for (const day of WITH_CLAIMS) await renew(measured, aDay, day);
  for (const day of LATER) {
    await byKey(measured, day);
    await renew(measured, aDay, day);
    if (day % 4 === 0) {
      const { rows, bytes } = await sizeOf(measured);
      console.log(`by key, after ${day} days: ${rows} answers, ${inMb(bytes)}`);
    }
  }
}

/** Measures claims without other load, and while a day expires. */
async function withClaims(
  url: string,
  name: string,
  next: () => RewardRequest,
  expire: () => Promise<number[]>,
): Promise<void> {
  const quiet = await claimDuring(url, next, () => delay(LONG_ENOUGH_MS));
  let took = 0;
  const beside = await claimDuring(url, next, async () => {
    const begun = performance.now();
    await expire();
    took = performance.now() - begun;
    await delay(Math.max(LONG_ENOUGH_MS - took, 0));
  });
  console.log(`${name}: nothing beside: ${inWords(quiet)}`);
  console.log(`${name}: while a day expires in ${took.toFixed(0)} ms: ${inWords(beside)}`);
}

/** Deletes the answers of a day by their keys, and by dropping their partition. */
export async function benchRetention(
  { urlOf }: Cluster,
  next: (kind: string) => () => RewardRequest,
): Promise<void> {
  console.log('-- a day of kept answers expires');
  const plain = await new Measured(urlOf('large_plain')).open();
  const byDay = await new Measured(urlOf('large_answers_by_day')).open();
  try {
    let aDay = 0;
    for (const day of ALONE) {
      aDay = await alone(plain, 'by key', byKey, day);
      await alone(byDay, 'by dropping', byDrop, day);
    }
    for (const day of WITH_CLAIMS) {
      await withClaims(urlOf('large_plain'), 'by key', next('plain'), () => byKey(plain, day));
      const drop = () => byDrop(byDay, day);
      await withClaims(urlOf('large_answers_by_day'), 'by dropping', next('answers_by_day'), drop);
    }
    await turnOver(plain, aDay);
  } finally {
    await Promise.all([plain.end(), byDay.end()]);
  }
}
