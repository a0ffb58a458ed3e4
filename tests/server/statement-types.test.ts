import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sent, sent } from '../house/statements/sent.ts';
import { type Compiled, compile } from './statement-types/compile.ts';
import { type Described, openDescriber } from './statement-types/describe.ts';
import { judge } from './statement-types/judge.ts';
import { createDatabase, type TestDatabase } from './support.ts';

let database: TestDatabase;
let describer: Awaited<ReturnType<typeof openDescriber>>;
let compiled: ReadonlyMap<Sent, Compiled>;
beforeAll(async () => {
  database = await createDatabase(1);
  describer = await openDescriber(database.url);
  compiled = compile(sent);
});
afterAll(async () => {
  await describer.close();
  await database.drop();
});

/** Statements whose text Postgres cannot parse before the statement runs, with the reason. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'database/distribute/citus.ts only': 'reads the tables of Citus',
  'database/distribute/citus.ts readDistributed': 'reads the tables of Citus',
  'database/distribute/distribute.ts distribute': 'runs the steps of a plan',
  'database/functions.ts createFunctions': 'runs a file of server/database/functions/',
  'database/grants.ts grantToRuntime': 'several statements at once',
  'database/migrate.ts apply': 'runs a file of server/database/migrations/',
  'domain/at-rest/seal-emails.ts sealAddresses': 'each text has only its own table and key',
  'domain/personal-data/export.ts personJson': 'the columns are read from the catalog',
  'operator/media-changes.ts change': 'the command names the columns of clips or of ads',
  'operator/move/copy.ts copyTable': 'the name of the table is known only at run time',
};

/** Accepted differences between the types and the database, with the reason. */
const KNOWN: Readonly<Record<string, string>> = {
  'domain/at-rest/seal-emails.ts sealMails: email_key may be null':
    'the statement’s condition excludes null',
  'domain/at-rest/seal-rows.ts hashSlice: sealed_key may be null':
    'the statement’s condition excludes null',
  'domain/batch-list.ts describe: batch_id may be null': 'the statement’s condition excludes null',
  'domain/first-payments.ts whyHeld: held_until may be null':
    'the statement’s condition excludes null',
  'domain/payout-accounts/change.ts changePayee: account_key may be null':
    'the statement before it has stored the key',
  'domain/payout-batches.ts readPayments: payout_reference may be null':
    'each payment of a batch has a reference',
  'domain/payout-methods.ts updateWdinfo: account_key may be null':
    'null only before the server’s start has made the key: it then counts as changed',
  'domain/payout-results.ts expandBatchResults: reference may be null':
    'each payment of a batch has a reference',
  'domain/payout-results.ts importResults: reference may be null':
    'the statement finds its rows by the reference',
  'domain/recent-withdrawals.ts recentWithdrawals: settled_at may be null':
    'each paid withdrawal has a time',
  'domain/session-list.ts end: $2 is bytea, not string':
    'each text has only its own condition, with a value of its type',
  'domain/session-list.ts end: $2 is text, not Buffer<ArrayBufferLike>':
    'each text has only its own condition, with a value of its type',
  'operator/doctor/database.ts lookAtRates: currency may be null':
    'the statement’s condition excludes null',
};

test('the types of parameters and rows are those that Postgres has for each statement', async () => {
  const unreadable = new Set<string>();
  const found = new Set<string>();
  for (const [each, code] of compiled) {
    const place = `${each.file} ${each.within}`;
    for (const text of each.texts) {
      const told = await describer.describe(text).catch(() => null);
      if (told === null) unreadable.add(place);
      else for (const what of judge(code, told)) found.add(`${place}: ${what}`);
    }
  }
  expect([...unreadable].sort()).toEqual(Object.keys(UNREADABLE));
  expect([...found].sort()).toEqual(Object.keys(KNOWN));
});

test('most statements have types for their rows and values', () => {
  const all = [...compiled.values()];
  expect(all.filter(({ row }) => row !== null).length).toBeGreaterThan(250);
  expect(all.filter(({ values }) => values !== null).length).toBeGreaterThan(320);
});

const WALLET = 'select user_id, available, $2::text as note from wallet where user_id = $1';

const field = (name: string, type: string) => ({
  name,
  types: [type],
  mayBeNull: false,
  isOptional: false,
});

test.each<[name: string, code: Partial<Compiled>, wrong: string[]]>([
  ['a correct statement has no error', { row: [field('available', 'bigint')] }, []],
  [
    'a missing column is named',
    { row: [field('balance', 'bigint')] },
    ['no column is called balance'],
  ],
  [
    'the type of a wrong column is named',
    { row: [field('available', 'number')] },
    ['available is int8, not number'],
  ],
  [
    'the type of a wrong value is named',
    { values: { first: [['bigint'], ['Date']], last: [] } },
    ['$2 is text, not Date'],
  ],
  [
    'a surplus value is named',
    { values: { first: [['bigint'], ['string'], ['string']], last: [] } },
    ['there is no $3'],
  ],
  [
    'a wrong value after a list is named',
    { values: { first: [], last: [['boolean']] } },
    ['$2 is text, not boolean'],
  ],
])('%s', async (_, code, wrong) => {
  const described = await describer.describe(WALLET);
  expect(judge({ row: null, values: null, ...code }, described)).toEqual(wrong);
});

test('a description says whether a column may be null', async () => {
  const { columns }: Described = await describer.describe(
    'select user_id, blocked_at from account',
  );
  expect(columns).toEqual([
    { name: 'user_id', type: 'int8', isNullable: false },
    { name: 'blocked_at', type: 'timestamptz', isNullable: true },
  ]);
});

test.each([
  ["'t'::bool", true],
  ["'1.5'::float8", 1.5],
  ['7::int2', 7],
  ['7::int4', 7],
  ['9007199254740993::int8', 9007199254740993n],
  ["'{9007199254740993,null}'::int8[]", [9007199254740993n, null]],
  ["'1.50'::numeric", '1.50'],
  ["'2026-02-28'::date", '2026-02-28'],
  ["'2026-02-28T12:00:00Z'::timestamptz", new Date('2026-02-28T12:00:00Z')],
  [String.raw`'\x01ff'::bytea`, Buffer.from('01ff', 'hex')],
  ["'a'::text", 'a'],
  ["array['a']", ['a']],
])('the server reads %s as the types say', async (value, read) => {
  const { rows } = await database.pool.query(`select ${value} as value`);
  expect(rows).toEqual([{ value: read }]);
});
