import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { getAppConfig } from '../../server/domain/app-config.ts';
import { publish } from '../../server/domain/operator-pages/publish.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { registerForm } from './forms.ts';
import { refusalOf } from './support.ts';

setUpDomain({ empty: ['operator_page', 'consent'] });
beforeEach(() => domain.configure({ 'product.minimum_age': '18', 'product.closed_countries': '' }));

const show = (page: 'terms' | 'privacy' | 'imprint', markdown: string) =>
  inTransaction(domain.pool, (db) =>
    publish(db, { page, language: 'en', markdown, isMinor: false }, domain.now()),
  );

let person = 0;
const register = (stated: object, country: string | null = null) => {
  const context = domain.context();
  person += 1;
  const visitor = { ...context.visitor, country };
  return checkIn({ ...context, visitor }, null, registerForm(person, stated) as never);
};

async function statedBy(userId: number): Promise<string[]> {
  const { rows } = await domain.pool.query<{ line: string }>(
    "select what || ' ' || version as line from consent where user_id = $1 order by what",
    [userId],
  );
  return rows.map(({ line }) => line);
}

test('a registration stores the versions that were agreed to, and the stated age', async () => {
  await show('terms', 'One');
  await show('terms', 'Two');
  await show('privacy', 'One');
  await show('imprint', 'Us');
  const { pages, minimum_age } = await getAppConfig(domain.context(), null, {});
  expect([pages, minimum_age]).toEqual([
    [
      { page: 'terms', version: 2 },
      { page: 'privacy', version: 1 },
      { page: 'imprint', version: 1 },
    ],
    18,
  ]);
  const { userInfo } = await register({ agreed: 'terms:2,privacy:1', age: 18 });
  expect(await statedBy(userInfo.id)).toEqual(['age 18', 'privacy 1', 'terms 2']);
});

test.each([
  ['an older app', {}],
  ['a form without an agreement', { agreed: '', age: 18 }],
  ['an old version of the pages', { agreed: 'terms:1,privacy:1', age: 18 }],
  ['an agreement to one of two pages', { agreed: 'terms:2', age: 18 }],
  ['a form without an age', { agreed: 'terms:2,privacy:1' }],
  ['an age below the minimum', { agreed: 'terms:2,privacy:1', age: 17 }],
])('where pages are published, %s is refused and makes no account', async (_, stated) => {
  await show('terms', 'One');
  await show('terms', 'Two');
  await show('privacy', 'One');
  expect(await refusalOf(register(stated))).toMatchObject({ reason: 'agreement_needed' });
  const { rowCount } = await domain.pool.query('select from account where username = $1', [
    `Anna_${person}`,
  ]);
  expect(rowCount).toBe(0);
});

test('without published pages an older app may register, and a newer app must state an age', async () => {
  const { userInfo } = await register({});
  expect(await statedBy(userInfo.id)).toEqual([]);
  expect(await refusalOf(register({ agreed: '', age: 0 }))).toMatchObject({
    reason: 'agreement_needed',
  });
  const other = await register({ agreed: '', age: 18 });
  expect(await statedBy(other.userInfo.id)).toEqual(['age 18']);
  await domain.configure({ 'product.minimum_age': '0' });
  const third = await register({ agreed: '', age: 0 });
  expect(await statedBy(third.userInfo.id)).toEqual([]);
});

test('a registration from a closed country is refused; an unknown country is open', async () => {
  await domain.configure({ 'product.closed_countries': ' us, KP' });
  const closed = { reason: 'country_closed' };
  expect(await refusalOf(register({}, 'US'))).toMatchObject(closed);
  expect(await refusalOf(register({ country: 'KP' }))).toMatchObject(closed);
  // the country that the server has found precedes the country that the app sends
  await register({ country: 'KP' }, 'DE');
  await register({});
  const context = domain.context();
  const visitor = { ...context.visitor, country: 'KP' };
  const told = await getAppConfig({ ...context, visitor }, null, {});
  expect(told.registration_closed).toBe(true);
  await expect(domain.configure({ 'product.closed_countries': 'US,XX' })).rejects.toThrow(
    'product.closed_countries: XX is no country of ISO 3166-1',
  );
});
