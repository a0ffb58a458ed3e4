import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { planDistribution } from '../../server/database/distribution.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** The tables that movements of money use, each with its key that begins with the person. */
const KEYS: Readonly<Record<string, string>> = {
  account: 'user_id',
  ad_rewarded: 'user_id, day, ad_id, action',
  coming_reward: 'user_id, op, idempotency_key',
  correction: 'user_id, correction_id',
  extra_views: 'user_id, day',
  friend: 'user_id, friend_id',
  kept_answer: 'user_id, path, key',
  outbox: 'user_id, op, idempotency_key',
  outbox_dead: 'user_id, dead_id',
  payout_info: 'user_id',
  prepared_correction: 'user_id, prepared_id',
  progress: 'user_id',
  push: 'user_id, occasion, session_hash',
  registration_block: 'user_id',
  reward_release: 'user_id',
  served: 'user_id, kind, item_id',
  session: 'user_id, token_hash',
  task_claimed: 'user_id, task',
  transfer: 'user_id, version',
  unrewarded_share: 'user_id, day',
  wallet: 'user_id',
  watched: 'user_id, day, video_id',
  withdrawal: 'user_id, withdrawal_id',
  withdrawal_step: 'user_id, withdrawal_id, number',
};

/** Other tables that movements of money use, and why their keys begin with another column. */
const OTHERS: Readonly<Record<string, { key: string; why: string }>> = {
  ad: { key: 'ad_id', why: 'the operator’s advertisements: the same for everybody' },
  ad_allotment: {
    key: 'ad_id, slot',
    why: 'a part of the budget, for the next person of any ad reward',
  },
  audit: { key: 'audit_id', why: 'the actions of operators and people, in their order' },
  day_promise: {
    key: 'day, block_hash',
    why: 'the promises to all newcomers of a day and a block of addresses',
  },
  funding: { key: 'only_row', why: 'whether rewards need funds: payments only read the row' },
  funding_allotment: {
    key: 'slot',
    why: 'a part of the funds, for the next payment to any person',
  },
  limit_window: {
    key: 'bucket, starts_at',
    why: 'counts by address, person or mailbox, as the bucket names it',
  },
  video: { key: 'video_id', why: 'the operator’s clips: the same for everybody' },
  watch_ticket_used: {
    key: 'nonce',
    why: 'a ticket names no person, and any visitor may use it once',
  },
};

/** Unique indexes over all people in the tables of `KEYS`, and why the indexes stay. */
const OVER_ALL: Readonly<Record<string, string>> = {
  account_email: 'for servers of the previous version: account_lookup has each address',
  account_invite_code: 'for servers of the previous version: account_lookup has each code',
  account_username: 'for servers of the previous version: account_lookup has each name',
  outbox_dead_pkey: 'a sequence makes the id unique, and outbox_dead_person has it too',
  prepared_correction_pkey:
    'a sequence makes the id unique, and prepared_correction_person has it too',
  session_pkey: 'a hash of random bits: it finds older tokens, which name no account',
  withdrawal_payout_reference: 'the reference contains the unique number of the request',
};

/** Tables that statements of the server use for money, and no function of the database uses. */
const BY_STATEMENTS = ['friend', 'prepared_correction'];

/** The function that deletes accounts moves no money, but uses all tables that name a person. */
const NO_MOVEMENT = 'erase_account';

const KEYS_OF_TABLES = `
  select relation.relname as "table", index.relname as name, indisprimary as is_primary, columns,
    columns[1] = 'user_id' and indpred is null as begins_with_person
  from pg_index
  join pg_class as relation on relation.oid = indrelid
  join pg_class as index on index.oid = indexrelid,
  lateral (
    select array_agg(coalesce(attname::text, '(expression)') order by place) as columns
    from unnest(indkey::int2[]) with ordinality as held (attnum, place)
    left join pg_attribute on attrelid = indrelid and pg_attribute.attnum = held.attnum
  ) as named
  where indisunique and relation.relname = any($1)
  -- the primary key first, where it begins with the person
  order by 1, 5 desc, 3 desc, 2`;

interface Key {
  readonly table: string;
  readonly name: string;
  readonly is_primary: boolean;
  readonly columns: readonly string[];
  readonly begins_with_person: boolean;
}

let domain: TestDomain;
beforeAll(async () => {
  domain = await createTestDomain();
});
afterAll(() => domain.drop());

/** Finds the tables that the functions of a person use, in the source of these functions. */
async function moneyTables(): Promise<string[]> {
  const { tables, functions } = await planDistribution(domain.pool);
  const moving = functions.map(({ name }) => name).filter((name) => name !== NO_MOVEMENT);
  const { rows } = await domain.pool.query<{ text: string }>(
    'select prosrc as text from pg_proc where proname = any($1)',
    [moving],
  );
  const sources = rows.map(({ text }) => text.replaceAll(/--.*$/gm, '')).join('\n');
  const goesTo = (name: string) => new RegExp(`\\b(?:from|join|into|update)\\s+${name}\\b`);
  const gone = tables.map(({ name }) => name).filter((name) => goesTo(name).test(sources));
  return [...new Set([...gone, ...BY_STATEMENTS])].sort();
}

async function readKeys(): Promise<Map<string, readonly Key[]>> {
  const { rows } = await domain.pool.query<Key>(KEYS_OF_TABLES, [await moneyTables()]);
  return Map.groupBy(rows, ({ table }) => table);
}

const columnsOf = (key: Key | undefined) => key?.columns.join(', ');

/** Reads each table's key that begins with the person, else its primary key. */
async function keysByPlace() {
  const person: Record<string, string | undefined> = {};
  const others: Record<string, string | undefined> = {};
  for (const [table, keys] of await readKeys()) {
    const own = keys.find((key) => key.begins_with_person);
    if (own) person[table] = columnsOf(own);
    else others[table] = columnsOf(keys.find((key) => key.is_primary));
  }
  return { person, others };
}

test('each table that movements of money use has a key that begins with the person, apart from documented exceptions', async () => {
  const { person, others } = await keysByPlace();
  expect(person).toEqual(KEYS);
  const named = Object.entries(OTHERS).map(([table, { key }]) => [table, key]);
  expect(others).toEqual(Object.fromEntries(named));
});

test('each unique index of these tables contains the person, apart from documented exceptions', async () => {
  const all = [...(await readKeys()).values()].flat();
  const over = all.filter(({ table, columns }) => table in KEYS && !columns.includes('user_id'));
  expect(over.map(({ name }) => name).sort()).toEqual(Object.keys(OVER_ALL).sort());
});

test('a new table that a function of a person uses is found by the test, with its key', async () => {
  await domain.pool.query(`create table bonus (bonus_id bigint primary key, user_id bigint not null);
    create function give_bonus(p_user_id bigint) returns void language sql as $$
      insert into bonus (bonus_id, user_id) values (1, p_user_id) $$`);
  onTestFinished(async () => {
    await domain.pool.query('drop function give_bonus; drop table bonus');
  });
  expect((await keysByPlace()).others).toHaveProperty('bonus', 'bonus_id');
});
