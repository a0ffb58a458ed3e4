import { beforeAll, expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { findPeople } from '../../server/domain/letters/find-people.ts';
import { registerForm } from './forms.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { addGcash, requestWithdrawal } from './payout.support.ts';
import { plansOf } from './plans.ts';

setUpOperator();

let code: string;
beforeAll(async () => {
  await addGcash(domain);
  await domain.configure({ 'reward.download_app': '10' });
  const visitor = { address: '198.51.100.7', country: null };
  const form = registerForm(7, { username: 'Bücherwurm', email: 'Reader@Straße.example' });
  const { userInfo } = await checkIn(domain.context({ visitor }), null, form);
  code = userInfo.invite_code;
  await requestWithdrawal(domain, { userId: BigInt(userInfo.id), token: '' }, '1');
  await domain.user({ username: 'worm_100%' });
});

/** Returns the names that are found, each with the kind of match. */
async function found(text: string): Promise<[string, string][]> {
  const { answer } = await json('users', 'find', text);
  return answer.map((row: { username: string; found_by: string }) => [row.username, row.found_by]);
}

test.each([
  ['CHERWU', 'user name'],
  ['bücher', 'user name'],
  ['READER@STRAẞE.EXAMPLE', 'e-mail'],
  ['reader@straße.example', 'e-mail'],
  ['0917 123 4567', 'account of a withdrawal, payout account'],
  ['+639171234567', 'account of a withdrawal, payout account'],
  ['198.51.100.200', 'block of addresses'],
  ['198.51.100.0/24', 'block of addresses'],
])('users find %s', async (text, by) => {
  expect(await found(text)).toEqual([['Bücherwurm', by]]);
});

test('users find: finds an invite code, also in its link; wildcards have no meaning', async () => {
  expect(await found(code)).toEqual([['Bücherwurm', 'invite code']]);
  expect(await found(`https://clips.example/newuser?invite_code=${code.toLowerCase()}`)).toEqual([
    ['Bücherwurm', 'invite code'],
  ]);
  expect(await found('100%')).toEqual([['worm_100%', 'user name']]);
  expect(await found('b%r')).toEqual([]);
  // an e-mail is only found by its full address
  expect(await found('eader@')).toEqual([]);
  expect(await found('reader@stra')).toEqual([]);
  expect(await found('100\\')).toEqual([]);
  expect(await found('___')).toEqual([]);
  expect(await found('\u200b\u200b\u200b')).toEqual([]);
});

test('users find: prints a table, an empty result, and the advice to give a longer text', async () => {
  const { status, out } = await run(['users', 'find', 'worm_1']);
  expect(status).toBe(0);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^id +username +email +found_by +created_at +blocked_at$/),
    expect.stringMatching(/^\d+ +worm_100% +w…@example\.org +user name +2026-\S+ +-$/),
  ]);
  expect(await run(['users', 'find', 'nobody at all'])).toEqual({
    status: 0,
    out: 'no user is found',
    err: '',
  });
  for (let more = 0; more < 101; more += 1) await domain.user({ username: `crowd_${more}` });
  const crowd = (await run(['users', 'find', 'crowd_'])).out.split('\n');
  expect([crowd.length, crowd.at(-1)]).toEqual([102, 'there are more users: give a longer text']);
});

test.each([
  [[' ab '], 'TEXT must have at least 3 characters, not " ab "'],
  [['\u001bb'], 'TEXT must have at least 3 characters, not "\\u{1b}b"'],
  [[], expect.stringMatching(/^wrong number of words\nUsage:\n/)],
  [['one', 'two'], expect.stringMatching(/^wrong number of words\nUsage:\n/)],
])('users find %j is refused', async (words, err) => {
  expect(await run(['users', 'find', ...words])).toEqual({ status: 2, out: '', err });
});

test('users find reads indexes only', async () => {
  const texts = await plansOf(domain.pool, (db) => findPeople(db, 'worm', 100));
  const plans = texts.flatMap((text) => text.split('\n'));
  // the table of payout methods has few rows
  const whole = plans.filter(
    (line) => line.includes('Seq Scan') && !line.includes('payout_method'),
  );
  expect(whole).toEqual([]);
  expect(plans.filter((line) => line.includes('Index Only Scan using account_parts'))).toHaveLength(
    1,
  );
});
