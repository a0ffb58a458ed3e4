import pg from 'pg';
import { ANSWER_DAYS } from './cluster.ts';

/** Partitioning of one table. */
interface Split {
  readonly table: string;
  /** text after `partition by` */
  readonly by: string;
  /** column to add to a unique key; null: the key contains it already */
  readonly column: string | null;
  /** SQL that creates the partitions */
  readonly partitions: readonly string[];
}

const PERSONS = 16;

const byPerson = (table: string): Split => ({
  ...{ table, by: 'hash (user_id)', column: null },
  partitions: Array.from(
    { length: PERSONS },
    (_, place) =>
      `create table ${table}_${place} partition of ${table} for values with (modulus ${PERSONS}, remainder ${place})`,
  ),
});

/** A partition for each unit from `first` to `last`, both included, counted from the current one; and a default one. */
const byTime = (
  table: string,
  column: string,
  unit: 'day' | 'week' | 'month',
  [first, last]: readonly [number, number],
): Split => ({
  ...{ table, by: `range (${column})`, column },
  partitions: [
    `do $$ begin
      for n in ${first}..${last} loop
        execute format('create table ${table}_%s partition of ${table} for values from (%L) to (%L)',
          n - ${first}, date_trunc('${unit}', now(), 'UTC') + n * interval '1 ${unit}',
          date_trunc('${unit}', now(), 'UTC') + (n + 1) * interval '1 ${unit}');
      end loop;
    end $$`,
    `create table ${table}_else partition of ${table} default`,
  ],
});

const MONTHS = [-4, 1] as const;
/** An answer that is cached today expires on the last of these days. */
const ANSWERS = byTime('kept_answer', 'expires_at', 'day', [0, ANSWER_DAYS]);

/** A third of the partitions; answers stay up to six days longer. */
const BY_WEEK = byTime('kept_answer', 'expires_at', 'week', [0, 2]);

export const kinds: Readonly<Record<string, readonly Split[]>> = {
  plain: [],
  answers_by_week: [BY_WEEK],
  answers_by_day: [ANSWERS],
  all_by_time: [
    ANSWERS,
    byTime('served', 'first_at', 'month', MONTHS),
    byTime('watched', 'day', 'month', MONTHS),
    byTime('transfer', 'created_at', 'month', MONTHS),
  ],
  all_by_person: ['kept_answer', 'served', 'watched', 'transfer'].map(byPerson),
};

/**
 * Adds the column to every unique key; an index on that column alone is dropped, because partitions
 * replace it.
 */
function indexOf(text: string, column: string | null): string | null {
  const columns = /btree \(([^()]*)\)/.exec(text)?.[1]?.split(', ') ?? [];
  if (column === null) return text;
  if (columns.length === 1 && columns[0] === column) return null;
  const isKey = text.startsWith('CREATE UNIQUE') && !columns.includes(column);
  return isKey ? text.replace(/btree \(([^()]*)\)/, `btree ($1, ${column})`) : text;
}

async function split(client: pg.Client, { table, by, column, partitions }: Split): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    'select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = $1::regclass',
    [table],
  );
  await client.query(`alter table ${table} rename to ${table}_plain`);
  await client.query(`create table ${table} (like ${table}_plain including all excluding indexes)
    partition by ${by}`);
  for (const statement of partitions) await client.query(statement);
  await client.query(`insert into ${table} select * from ${table}_plain`);
  await client.query(`drop table ${table}_plain cascade`);
  for (const { text } of rows) {
    const index = indexOf(text.replace(`${table}_plain`, table), column);
    if (index !== null) await client.query(index);
  }
  await client.query(`vacuum (analyze) ${table}`);
}

/** Adapts the function that pays for a clip to the extended key of cached answers. */
async function adaptFunction(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc where proname = 'record_watch'`,
  );
  const key = 'on conflict (user_id, path, key)';
  for (const { text } of rows) {
    if (!text.includes(key)) throw new Error('record_watch keeps its answer in another way');
    await client.query(text.replace(key, 'on conflict (user_id, path, key, expires_at)'));
  }
}

/** Partitions the tables of a filled database. */
export async function splitAs(url: string, kind: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const each of kinds[kind] ?? []) await split(client, each);
    if (kinds[kind]?.some(({ column }) => column === 'expires_at')) await adaptFunction(client);
  } finally {
    await client.end();
  }
}
