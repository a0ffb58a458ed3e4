import { beforeEach, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain({ empty: ['setting'] });
beforeEach(() => domain.setNow(new Date('2026-03-10T12:00:00Z')));

/** The stored rates of a currency, a line for each day. */
async function daysOf(currency: string): Promise<string[]> {
  const { rows } = await domain.pool.query<{ line: string }>(
    "select day || ' ' || rate as line from rate_day where currency = $1 order by day",
    [currency],
  );
  return rows.map(({ line }) => line);
}

const setOn = async (time: string, value: string) => {
  domain.setNow(new Date(time));
  await domain.configure({ 'rates.KES': value, 'rates.EUR': '0.9' });
};

test('the last rate of each UTC day is stored', async () => {
  await setOn('2026-03-10T12:00:00Z', '129');
  await setOn('2026-03-10T23:59:59.999Z', '129.5');
  await setOn('2026-03-11T00:00:00Z', '130.00000001');
  await domain.configure({ 'video.reward': '0.05' });
  expect(await daysOf('KES')).toEqual(['2026-03-10 129.5', '2026-03-11 130.00000001']);
  expect(await daysOf('EUR')).toEqual(['2026-03-10 0.9', '2026-03-11 0.9']);
});

test('removing a rate deletes the rate of the same day, and leaves those of earlier days', async () => {
  await setOn('2026-03-10T12:00:00Z', '129');
  await setOn('2026-03-12T09:00:00Z', '12.9');
  await setOn('2026-03-12T09:05:00Z', '');
  expect(await daysOf('KES')).toEqual(['2026-03-10 129']);
});

test('the demo’s rate is deleted from its day once the operator sets a rate', async () => {
  await seedDemo(domain.pool, domain.now());
  expect(await daysOf('KES')).toEqual(['2026-03-10 129']);
  await setOn('2026-03-12T09:00:00Z', '131');
  expect(await daysOf('KES')).toEqual(['2026-03-12 131']);
  await setOn('2026-03-13T09:00:00Z', '132');
  expect(await daysOf('KES')).toEqual(['2026-03-12 131', '2026-03-13 132']);
});

test('a new currency of the product deletes the rates of all days', async () => {
  await setOn('2026-03-10T12:00:00Z', '129');
  await domain.configure({ 'product.currency': 'EUR' });
  expect([await daysOf('KES'), await daysOf('EUR')]).toEqual([[], []]);
});
