import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CROSSING } from '../../server/database/distribution.ts';
import { EXPIRING } from '../../server/domain/housekeeping.ts';
import { root } from './imports.ts';
import { readFunctions } from './statements/functions.ts';
import { judge } from './statements/judge.ts';
import { differences, type Listed, lineOf, listStatements } from './statements/list.ts';
import { readSchema } from './statements/schema.ts';
import { sent } from './statements/sent.ts';

const table = readFileSync(join(root, 'tests/house/statements/table.txt'), 'utf8');

const schema = readSchema();
const statements = listStatements();

const functions = new Map([
  ['record_watch', { isOfPerson: true, whose: 'lookup' }],
  ['find_session', { isOfPerson: false, whose: 'lookup' }],
] as const);

test('the table lists every statement of the server, and whose rows the statement uses', () => {
  expect(statements.length).toBeGreaterThan(500);
  const wrong = differences(table, statements);
  if (wrong.length > 0) expect.fail(wrong.join('\n'));
});

test.each([
  ['person', 'update wallet set available = available + $2 where user_id = $1'],
  ['all', 'update wallet set available = available + $2 where version = $1'],
  ['all', 'update wallet set available = 0 where user_id = any($1)'],
  ['all', 'delete from wallet where user_id = $1 or version = $2'],
  [
    'person',
    'select from wallet join progress using (user_id) where progress.user_id = $1::bigint',
  ],
  ['all', 'select from wallet join progress on true where progress.user_id = $1'],
  ['all', 'select from wallet, progress where wallet.user_id = $1 and progress.user_id = $2'],
  ['person', 'select from friend left join wallet using (user_id) where friend.user_id = $1'],
  ['all', 'select from friend left join wallet on friend.user_id = $1'],
  ['all', 'select from friend join wallet on wallet.user_id = friend_id where friend.user_id = $1'],
  [
    'person',
    'select (select count(*) from friend where friend.user_id = wallet.user_id) from wallet where user_id = $1',
  ],
  ['all', 'select from wallet where exists (select from friend where friend.user_id = $1)'],
  [
    'all',
    'select from wallet where not exists (select from friend where friend.user_id = wallet.user_id and user_id = $1)',
  ],
  [
    'person',
    'with gone as (delete from outbox where user_id = $1 returning *) insert into outbox_dead (user_id, op) select user_id, op from gone',
  ],
  ['all', 'with gone as (delete from outbox returning *) select from gone where user_id = $1'],
  [
    'person',
    'select from (select user_id from outbox union all select user_id from outbox_dead) as waiting where user_id = $1',
  ],
  ['all', 'select from (select user_id from outbox limit 5) as waiting where user_id = $1'],
  ['lookup', 'select from session join account using (user_id) where token_hash = $1'],
  ['lookup', 'select from account where username_key = any($1) or email_key = any($1)'],
  ['all', 'select from account where username_key = $1 or language = $1'],
  ['lookup', 'update withdrawal set step = $2 where withdrawal_id = $1'],
  ['all', 'select from session where expires_at < $1'],
  ['person', 'insert into served (user_id, kind) values ($1, $2)'],
  [
    'all',
    'insert into served (user_id, kind) select * from unnest($1::bigint[]) as given (person), video',
  ],
  ['person', 'select paid from record_watch($1, $2)'],
  ['all', 'select record_watch(user_id, $1) from outbox'],
  ['lookup', 'select user_id from find_session($1)'],
  ['shared', 'select from video where video_id = $1'],
  ['all', 'lock table wallet'],
  ['built', 'select from unread'],
])('%s: %s', (whose, text) => {
  expect(judge(text, schema, functions).whose).toBe(whose);
});

test('the distribution plan names each function of a person that uses the rows of others', () => {
  const { functions: all } = readFunctions(schema);
  // the rows of these statements are placed by their own lookup key
  const placed = /^(watch_ticket_used|delete payout_account)$/;
  const crossing = all.filter(({ isOfPerson, judged }) =>
    judged.some(
      ({ whose, does }) => isOfPerson && /^(all|lookup)$/.test(whose) && !placed.test(does),
    ),
  );
  expect(crossing.map(({ name }) => name)).toEqual(Object.keys(CROSSING));
});

test('every entry of citus.txt names a statement that the server still sends', () => {
  const named = readFileSync(join(root, 'tests/house/statements/citus.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(': ')[0] ?? '');
  expect(named.length).toBeGreaterThan(0);
  const known = new Set(sent.map(({ file, within }) => `${file} ${within}`));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('rows that expire are deleted by the primary key of their table', () => {
  const keys = EXPIRING.map(({ table: name, key }) => [name, key]);
  const primary = EXPIRING.map(({ table: name }) => {
    const table = schema.get(name);
    return [name, table?.keys.get(`${name}_pkey`)?.join(', ')];
  });
  expect(keys).toEqual(primary);
});

/** A function that only servers of the previous version call; it identifies a row by its xmin. */
const OF_BEFORE = 'server/database/functions/request_withdrawal.sql';

// rows in two partitions may have the same ctid, and some databases have neither ctid nor xmin
test('no statement identifies a row by ctid or xmin', () => {
  const isHidden = (text: string) => /\b(?:ctid|xmin)\b/.test(text);
  const placed = sent.filter(({ texts }) => texts.some(isHidden));
  const files = globSync('server/database/functions/*.sql', { cwd: root });
  const functions = files.filter((file) => isHidden(readFileSync(join(root, file), 'utf8')));
  expect([...placed.map(({ file }) => file), ...functions]).toEqual([OF_BEFORE]);
});

/** Files that lock at a start, or in commands that add media: see docs/decisions/media-locks.md. */
const WITH_ADVISORY_LOCKS = [
  'database/distribute/distribute.ts',
  'database/embedded/embedded.ts',
  'database/migrate.ts',
  'operator/add-media.ts',
  'operator/media/orphaned-files.ts',
];

test('no statement that serves people takes an advisory lock', () => {
  const isAdvisory = (text: string) => /\bpg_\w*advisory\w*\(/.test(text);
  const files = sent.filter(({ texts }) => texts.some(isAdvisory)).map(({ file }) => file);
  expect([...new Set(files)].sort()).toEqual(WITH_ADVISORY_LOCKS);
  const functions = globSync('server/database/{functions,migrations}/*.sql', { cwd: root });
  expect(functions.length).toBeGreaterThan(20);
  const locking = functions.filter((file) => isAdvisory(readFileSync(join(root, file), 'utf8')));
  expect(locking).toEqual([]);
});

test('a statement in a function is a person’s only with the function’s own user id', () => {
  const within = { own: 'p_user_id', isInFunction: true };
  const whoseWith = (value: string) =>
    judge(`delete from wallet where user_id = ${value}`, schema, functions, within).whose;
  expect(whoseWith('p_user_id')).toBe('person');
  expect(whoseWith('inviter')).toBe('lookup');
  expect(whoseWith('any(inviters)')).toBe('all');
});

test('the text with the widest reach decides for a statement with several texts', () => {
  expect(statements.map(lineOf)).toContain(
    'all    domain/housekeeping.ts deleteExpired: delete session',
  );
});

test('the check reports a statement that is new, removed, or wrong in the table', () => {
  const one: Listed = { name: 'a.ts f: wallet', whose: 'all' };
  expect(differences('all    a.ts f: wallet\n', [one])).toEqual([]);
  expect(differences('# none\n', [one])).toEqual([
    'a new statement: add it to the table: all    a.ts f: wallet',
  ]);
  expect(differences('person a.ts f: wallet\n', [one])).toEqual([
    'the table has the wrong scope person; correct: all    a.ts f: wallet',
  ]);
  expect(differences('person b.ts f: wallet\n', [])).toEqual([
    'the statement no longer exists: person b.ts f: wallet',
  ]);
});
