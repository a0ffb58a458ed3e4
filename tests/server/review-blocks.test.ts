import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { addressBlock } from '../../server/domain/addresses.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { hashBlock } from '../../server/domain/review/registration-blocks.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { registerForm } from './forms.ts';
import { finding, payee } from './review.support.ts';
import { createTestDomain, refusalOf, type TestDomain } from './support.ts';

setUpDomain({ empty: ['registration_block'] });

const START = new Date('2026-03-01T10:00:00.000Z');
beforeEach(() => domain.setNow(START));

let elsewhere: TestDomain | undefined;
afterAll(() => elsewhere?.drop());

let person = 0;
/** Registers the next person from an address. @returns the stored row */
async function registerFrom(address: string) {
  person += 1;
  const context = domain.context({ visitor: { address, country: null } });
  const { userInfo } = await checkIn(context, null, registerForm(person));
  const { rows } = await domain.pool.query('select * from registration_block where user_id = $1', [
    userInfo.id,
  ]);
  return rows[0];
}

test.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.200', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0db8:0001:ffff::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s lies in %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test('a registration stores the hash of its block and nothing else of the address', async () => {
  const row = await registerFrom('198.51.100.7');
  expect(row).toEqual({
    user_id: expect.any(BigInt),
    block_hash: await hashBlock(domain.pool, '198.51.100.250'),
    registered_at: START,
  });
  expect(row.block_hash).toHaveLength(32);
  expect((await registerFrom('198.51.101.7')).block_hash).not.toEqual(row.block_hash);
  const { rows } = await domain.pool.query<{ all: string }>(
    `select string_agg(to_jsonb(a)::text, ' ') || (
       select string_agg(to_jsonb(r)::text, ' ') from registration_block r) as all from account a`,
  );
  expect(rows[0]?.all).not.toContain('198.51');
});

test('the hash cannot be computed without the key of its database', async () => {
  const { block_hash } = await registerFrom('198.51.100.7');
  const plain = (text: string) => createHash('sha256').update(text).digest();
  expect([plain('198.51.100.0/24'), plain('198.51.100.7')]).not.toContainEqual(block_hash);
  elsewhere = await createTestDomain(2);
  expect(await hashBlock(elsewhere.pool, '198.51.100.7')).not.toEqual(block_hash);
  expect(await hashBlock(elsewhere.pool, '198.51.100.7')).toEqual(
    await hashBlock(elsewhere.pool, '198.51.100.8'),
  );
});

test('a refused registration leaves no hash', async () => {
  const context = domain.context({ visitor: { address: '192.0.2.1', country: null } });
  await refusalOf(checkIn(context, null, registerForm(1, { invite_code: 'NOBODYS1' })));
  const { rows } = await domain.pool.query('select * from registration_block');
  expect(rows).toEqual([]);
});

test('the hash of a block is erased after 30 days, and counts for nobody', async () => {
  await payee(domain, { address: '198.51.100.1' });
  domain.advance(1);
  const later = await payee(domain, { address: '198.51.100.2' });
  const count = async () => (await finding(domain, later, 'same_block'))?.text;
  const left = async () => {
    await deleteExpired(domain.pool, domain.now());
    const { rowCount } = await domain.pool.query('select from registration_block');
    return rowCount;
  };
  domain.setNow(addMilliseconds(START, 30 * DAY - 1));
  expect([await count(), await left()]).toEqual([expect.stringContaining('30 days: 2 ('), 2]);
  domain.setNow(addMilliseconds(START, 30 * DAY));
  expect(await count()).toContain('30 days: 1 (');
  domain.setNow(addMilliseconds(START, 30 * DAY + 1));
  expect([await count(), await left()]).toEqual([
    expect.stringContaining('30 days: no longer known ('),
    1,
  ]);
  domain.setNow(addMilliseconds(START, 30 * DAY + 2));
  expect(await left()).toBe(0);
});
