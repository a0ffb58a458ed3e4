import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctBalance } from '../../server/domain/corrections.ts';
import { readFunctions } from '../house/statements/functions.ts';
import { judge } from '../house/statements/judge.ts';
import { readSchema } from '../house/statements/schema.ts';
import { sent } from '../house/statements/sent.ts';
import { partitionByPerson } from '../postgres/partitions.ts';
import { addGcash, requestWithdrawal } from './payout.support.ts';
import { createTestDomain, type TestDomain } from './support.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Statements that choose a partition only as they run, by a row that they have found. */
const AS_THEY_RUN: readonly string[] = [
  'domain/corrections.ts corrections',
  'domain/feed/seen.ts recordSeenClips',
  'domain/own-withdrawals.ts findWhere',
  'domain/payout-methods.ts findPayee',
  'domain/withdrawals.ts withdrawals',
];

let domain: TestDomain;
let client: pg.Client;
let person: bigint;
let home: number;

beforeAll(async () => {
  domain = await createTestDomain();
  await partitionByPerson(domain.url);
  await domain.configure({ 'withdraw.min_amount': '1' });
  await addGcash(domain);
  const caller = await domain.user();
  person = caller.userId;
  await correctBalance(domain.pool, person, { amount: 50_000n, reason: '-' }, domain.now());
  await requestWithdrawal(domain, caller, '2');
  client = new pg.Client(domain.url);
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  const { rows } = await client.query<{ place: number }>(
    `select substring(tableoid::regclass::text from '\\d+$')::int as place from wallet
     where user_id = $1`,
    [person],
  );
  home = rows[0]?.place ?? -1;
});
afterAll(async () => {
  await client.end();
  await domain.drop();
});

/** Returns SQL of any value of a type: the plan does not depend on the value. */
function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'`;
  if (/^(timestamp|date)/.test(type)) return 'now()';
  if (type === 'boolean') return 'true';
  if (type.startsWith('json')) return `'{}'`;
  return type === 'interval' ? `'1 hour'` : `'1'`;
}

/** Explains a statement. @param own the parameter with the person’s id, such as `$1` */
async function planOf(text: string, own: string | undefined, options: string): Promise<PlanNode> {
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
  );
  const values = rows[0]?.types.map((type, index) =>
    own === `$${index + 1}` ? String(person) : `${sampleOf(type)}::${type}`,
  );
  const given = values && values.length > 0 ? `(${values.join(', ')})` : '';
  const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (costs off, format json${options}) execute asked${given}`,
  );
  const [plan] = explained.rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error(`no plan of ${text}`);
  return plan.Plan;
}

/** Returns the partitions that a plan reads; with `analyze`, those that its run has read. */
function placesIn(plan: PlanNode): number[] {
  const place = /_of_(\d)$/.exec(plan['Relation Name'] ?? '')?.[1];
  const isRead = plan['Node Type'] !== 'ModifyTable' && plan['Actual Loops'] !== 0;
  const own = place !== undefined && isRead ? [Number(place)] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(placesIn)];
}

const schema = readSchema();
const { known } = readFunctions(schema);

const ofPerson = sent.flatMap(({ file, within, texts }) =>
  texts.flatMap((text) => {
    const { whose, person: own } = judge(text, schema, known);
    return whose === 'person' ? [{ name: `${file} ${within}`, text, own }] : [];
  }),
);

test('the plan of a statement about one person reads only that person’s partition', async () => {
  expect(ofPerson.length).toBeGreaterThan(100);
  const wider: string[] = [];
  for (const { name, text, own } of ofPerson) {
    await client.query('begin');
    const places = new Set(placesIn(await planOf(text, own, '')));
    await client.query('rollback');
    await client.query('deallocate asked');
    if (places.size > 1 || (places.size === 1 && !places.has(home))) wider.push(name);
  }
  if ([...new Set(wider)].sort().join() !== [...AS_THEY_RUN].sort().join()) {
    expect.fail(`differs from AS_THEY_RUN: ${[...new Set(wider)].join(', ')}`);
  }
});

test('statements that choose their partition as they run read only their person’s partition', async () => {
  const others: string[] = [];
  for (const { name, text, own } of ofPerson) {
    if (!AS_THEY_RUN.includes(name)) continue;
    await client.query('begin');
    const plan = await planOf(text, own, ', analyze, timing off, summary off');
    if (placesIn(plan).some((place) => place !== home)) others.push(name);
    await client.query('rollback');
    await client.query('deallocate asked');
  }
  if (others.length > 0) expect.fail(`other partitions are read by ${others.join(', ')}`);
});
