import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { startHousekeeping } from '../../server/domain/housekeeping.ts';
import { holdForReview } from '../../server/domain/payout-steps.ts';
import { myData, nameOf, personJson, sections } from '../../server/domain/personal-data/export.ts';
import { notPersonal } from '../../server/domain/personal-data/not-personal.ts';
import { retention, retentionOfOthers } from '../../server/domain/personal-data/retention.ts';
import { DAY } from '../../server/domain/time.ts';
import { deleteExpiredKeys } from '../../server/http/key-cleanup.ts';
import { columnsContaining } from './erased.support.ts';
import { dataDir, domain, run, setUpOperator } from './operator.setup.ts';
import { fillTables } from './personal-data.fill.ts';

setUpOperator();

/** The columns of every table that the database has. */
async function schema(): Promise<Map<string, string[]>> {
  const { rows } = await domain.pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

const columnsOf = (table: string) => {
  const all = sections
    .filter((section) => section.table === table)
    .flatMap(({ columns, amounts = [], told = {}, notExported = {}, whose }) => [
      ...columns,
      ...amounts,
      ...Object.keys(told),
      ...Object.keys(notExported),
      ...(whose === undefined ? ['user_id'] : []),
    ]);
  return [...new Set(all)].sort();
};

test('each table is in the export, or listed as naming nobody', async () => {
  const tables = [...(await schema()).keys()].sort();
  const known = [...new Set(sections.map(({ table }) => table)), ...Object.keys(notPersonal)];
  expect(known.sort()).toEqual(tables);
});

test('each column of a table that names people is exported, or left out for a reason', async () => {
  const columns = await schema();
  for (const { table } of sections)
    expect([table, columnsOf(table)]).toEqual([table, columns.get(table)]);
});

test('each table has its retention, in the words of docs/privacy.md', async () => {
  const tables = [...(await schema()).keys()].sort();
  expect([...Object.keys(retention), ...Object.keys(notPersonal)].sort()).toEqual(tables);
  expect(Object.keys(retentionOfOthers).filter((table) => !(table in notPersonal))).toEqual([]);
});

test('housekeeping empties exactly the tables whose retention says so', async () => {
  const { userId } = await domain.user({ username: 'Hana' });
  await domain.user({ inviters: [userId] });
  await fillTables(domain.pool, userId, 'hoopoe');
  await domain.pool.query(
    "update report set decided_at = now(), is_upheld = true, answer = '' where user_id = $1",
    [userId],
  );
  await domain.pool.query('update progress set has_coming_rewards = true where user_id = $1', [
    userId,
  ]);
  await domain.pool.query('update coming_reward set friend_id = $1 where user_id = $1', [userId]);
  const later = new Date(Date.now() + 1000 * DAY);
  const stop = startHousekeeping(
    domain.pool,
    domain.settings,
    (error) => expect(error).toBe(null),
    () => later,
  );
  await stop();
  await deleteExpiredKeys(domain.pool, later);
  const kept = JSON.parse(await personJson(domain.pool, userId, later));
  const ended = Object.keys(retention).filter((table) => kept[table].length === 0);
  const said = Object.entries(retention).filter(([, { isExpiring }]) => isExpiring);
  expect(ended).toEqual(said.map(([table]) => table));
});

test('no table with a column of people is listed as naming nobody', async () => {
  const people = [...(await schema())]
    .filter(([, columns]) => columns.some((column) => /^(user|friend|inviter)_id$/.test(column)))
    .map(([table]) => table);
  expect(people.filter((table) => table in notPersonal)).toEqual([]);
});

let mine: bigint;
let inviter: bigint;
let text: string;
let told: Record<string, object[]>;

beforeAll(async () => {
  inviter = (await domain.user()).userId;
  mine = (await domain.user({ username: 'Amira', inviters: [inviter] })).userId;
  const other = await domain.user({ username: 'Bela', inviters: [mine, inviter] });
  await fillTables(domain.pool, mine, 'kingfisher');
  await fillTables(domain.pool, other.userId, 'nightingale');
  const out = join(dataDir, 'amira.json');
  expect(await run(['users', 'export', 'amira', '--out', out])).toMatchObject({
    status: 0,
    err: '',
  });
  text = await readFile(out, 'utf8');
  told = JSON.parse(text);
});

test('an export has every row of its person, and none of another person', () => {
  const rowsOf = (name: string) => (name === 'account_lookup' ? 3 : 1);
  expect(sections.map(nameOf).filter((name) => told[name]?.length !== rowsOf(name))).toEqual([]);
  expect(Object.keys(told).sort()).toEqual(['exported_at', ...sections.map(nameOf)].sort());
  expect(text).not.toMatch(/nightingale|bela|77770000|7777\.0000/i);
  expect(told.account?.[0]).toMatchObject({
    user_id: Number(mine),
    username: 'Amira',
    email: 'Amira@example.org',
    inviter_id: Number(inviter),
  });
  expect(told.transfer?.[0]).toMatchObject({ amount: '1.2345', detail: 'kingfisher' });
  expect(told.correction?.[0]).toMatchObject({ amount: '-0.5000', reason: 'kingfisher' });
  expect(told.withdrawal?.[0]).toMatchObject({ account: 'paid-kingfisher' });
  expect(told.friend_of).toMatchObject([{ level: 1 }]);
});

test('an export has no date for a review that only a decision ends, and has reports with their count', async () => {
  const { userId } = await domain.user({ username: 'Dina' });
  await fillTables(domain.pool, userId, 'pipit');
  const { rows } = await domain.pool.query(
    "update withdrawal set held_until = '2026-03-08' where user_id = $1 returning withdrawal_id",
    [userId],
  );
  const review = { dueAt: new Date('2026-03-04'), needsDecision: true };
  await holdForReview(domain.pool, Number(rows[0].withdrawal_id), review, domain.now());
  await domain.pool.query(
    `update limit_window set bucket = 'report:user:' || $1 where bucket = 'cancel:' || $1`,
    [String(userId)],
  );
  const out = join(dataDir, 'dina.json');
  expect(await run(['users', 'export', 'dina', '--out', out])).toMatchObject({ status: 0 });
  const dina = JSON.parse(await readFile(out, 'utf8'));
  expect(dina.account).toMatchObject([{ inviter_id: null }]);
  expect(dina.withdrawal).toMatchObject([
    { step: 'in_review', review_due_at: null, held_until: '2026-03-08T00:00:00+00:00' },
  ]);
  expect(dina.report).toMatchObject([{ kind: 'clip', reason: 'other', text: 'pipit' }]);
  expect(dina.limit_window).toMatchObject([{ bucket: `report:user:${userId}`, used: 7 }]);
});

test('an export has no secret, review signal, idempotency key or operator’s name', async () => {
  expect(told.session?.[0]).toMatchObject({ web_push: 'https://push.example/kingfisher' });
  const { rows } = await domain.pool.query<{ hash: string }>(
    "select encode(token_hash, 'hex') as hash from session where user_id = $1",
    [mine],
  );
  expect(text).not.toContain(rows[0]?.hash);
  expect(text).not.toMatch(/auth-kingfisher|codekingfisher|an-operator|a signal|idempotency_key/);
});

test('an export has no notes of operators', async () => {
  const { userId } = await domain.user({ username: 'Eno' });
  const [list, out] = [join(dataDir, 'ring-of-bela.txt'), join(dataDir, 'eno.json')];
  await writeFile(list, 'eno\n');
  const why = ['--reason', 'the same person as Bela', '--as', 'an-operator'];
  for (const words of [
    ['block', 'eno'],
    ['unblock', 'eno'],
    ['block', '--from', list],
  ]) {
    expect(await run(['users', ...words, ...why])).toMatchObject({ status: 0 });
  }
  expect(await run(['users', 'export', 'eno', '--out', out])).toMatchObject({ status: 0 });
  const eno = await readFile(out, 'utf8');
  const what = { words: ['eno'], user_id: Number(userId) };
  expect(JSON.parse(eno).audit).toEqual(
    ['users block', 'users unblock', 'users block'].map((action) => {
      return { at: expect.any(String), action, what, who: 'somebody else' };
    }),
  );
  expect(eno).not.toMatch(/bela|an-operator/i);
});

test('a csv export has a line for each transfer, and no cell that a spreadsheet computes', async () => {
  const { userId } = await domain.user({ username: 'Chi' });
  await fillTables(domain.pool, userId, '=HYPERLINK("https://evil.example"), x');
  const out = join(dataDir, 'chi.csv');
  expect(await run(['users', 'export', 'chi', '--out', out])).toMatchObject({ status: 0 });
  const [head, line, ...rest] = (await readFile(out, 'utf8')).split('\r\n');
  expect(head).toBe('\uFEFFnumber,time,what,from,to,amount,detail');
  expect(line).toMatch(/^1,2\d{3}-[^,]*Z,video,rewards,available,1\.2345,"'=HYPERLINK\(/);
  expect(rest).toEqual(['']);
});

test('an export reads many transfers in parts, and files are made one after the other', async () => {
  const { userId, token } = await domain.user();
  await domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
       created_at)
     select $1, n, 'invite', n, 'rewards', 'available', 1, '', now() from generate_series(1, 10000) as n`,
    [userId],
  );
  let [most, reading, atOnce] = [0, 0, 0];
  const query = async (text: string, values: unknown[]) => {
    if (!String(text).includes('transfer')) return domain.pool.query(text, values);
    reading += 1;
    atOnce = Math.max(atOnce, reading);
    const result = await domain.pool.query(text, values);
    reading -= 1;
    most = Math.max(most, result.rows.length);
    return result;
  };
  const context = domain.context({ db: Object.create(domain.pool, { query: { value: query } }) });
  const files = await Promise.all(
    (['csv', 'json', 'csv'] as const).map((format) =>
      myData(context, { userId, token }, { format }),
    ),
  );
  expect({ most, atOnce }).toEqual({ most: 5_000, atOnce: 1 });
  const numbers = files[0]?.text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1));
  expect(files[2]?.text).toBe(files[0]?.text);
});

test('an existing file is not overwritten, and only .json and .csv files are written', async () => {
  const out = join(dataDir, 'twice.json');
  expect(await run(['users', 'export', 'amira', '--out', out])).toMatchObject({ status: 0 });
  const again = await run(['users', 'export', 'amira', '--out', out]);
  expect(again).toMatchObject({ status: 1, err: expect.stringContaining('exists already') });
  const odd = await run(['users', 'export', 'amira', '--out', join(dataDir, 'amira.txt')]);
  expect(odd).toMatchObject({ status: 2, err: expect.stringContaining('.json or .csv') });
  const nobody = await run(['users', 'export', 'nobody', '--out', join(dataDir, 'no.json')]);
  expect(nobody).toMatchObject({ status: 1, err: expect.stringContaining('no user "nobody"') });
});

test('no table has a word of an erased account, except its ticket’s nonce', async () => {
  const word = 'Kingfisher7';
  const { userId } = await domain.user({ username: word });
  await fillTables(domain.pool, userId, word);
  expect((await columnsContaining(domain.pool, [word])).length).toBeGreaterThan(25);
  await eraseAccount(domain.pool, userId, null, domain.now());
  // a random number that must not be used twice: housekeeping erases it with its ticket
  expect(await columnsContaining(domain.pool, [word])).toEqual(['watch_ticket_used.nonce']);
});
