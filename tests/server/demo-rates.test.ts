import { beforeEach, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { localAmount } from '../../server/domain/local-amounts.ts';
import { domain, file, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

/** Restores the state after a first start. */
beforeEach(async () => {
  await domain.pool.query('truncate setting, payout_method restart identity cascade');
  await seedDemo(domain.pool, domain.now());
});

const addMpesa = () =>
  run([
    ...['methods', 'add', 'mpesa', '--name', 'M-Pesa', '--account-type', 'phone'],
    ...['--countries', 'KE', '--account-pattern', '^[0-9]{10}$', '--account-hint', '0712345678'],
    ...['--currency', 'KES'],
  ]);
const rateOf = async (currency: string) => {
  const { answer } = await json('rates', 'list');
  return answer.find(({ name }: { name: string }) => name === currency);
};

test('the demo’s rates serve estimates; a payout needs a rate that the operator has set', async () => {
  await domain.settings.refresh();
  expect(localAmount(10_000n, 'KE', domain.settings)).toMatchObject({ local_amount: '129.00' });
  // also if rates never expire
  await run(['config', 'set', 'payout.rate_max_age_days', '0']);
  expect(await addMpesa()).toEqual({
    ...{ status: 1, out: '' },
    err: '--currency: the rate of KES is the demo’s, not your own: set the rate first (rates set KES VALUE)',
  });
  expect(await rateOf('KES')).toMatchObject({ value: '129', is_demo: true });
  await run(['rates', 'set', 'KES', '129']);
  expect(await rateOf('KES')).toMatchObject({ value: '129', is_demo: false });
  expect(await rateOf('EUR')).toMatchObject({ is_demo: true });
  expect((await addMpesa()).out).toContain('rate: 129\nstopped: -\n');
  // adding the demo again does not replace the operator’s rate
  await run(['demo', 'seed']);
  expect(await rateOf('KES')).toMatchObject({ is_demo: false });
});

test('the operator’s own figures leave the demo’s rates unchanged', async () => {
  await run(['marketing', 'set', 'rating', '4.8']);
  expect(await rateOf('KES')).toMatchObject({ value: '129', is_demo: true });
  await domain.settings.refresh();
  expect(domain.settings.hasDemoFigures).toBe(false);
});

test('if amounts are in another currency than dollars, the demo adds no rates and says so', async () => {
  await run(['config', 'set', 'product.currency', 'EUR']);
  const { out } = await run(['demo', 'seed']);
  expect(out.split('\n').slice(1)).toEqual([
    'rates: -',
    ...['methods: 0', 'videos: 0', 'ads: 0'],
    'the demo’s rates are for 1 USD but amounts are in EUR: no rate was added',
  ]);
  expect((await json('demo', 'seed')).answer).toMatchObject({ rates: null });
  expect((await json('rates', 'list')).answer).toEqual([]);
});

test('the product’s currency has no other rate than 1', async () => {
  const why = 'rates.USD: USD is the product’s currency: its rate is always 1';
  expect(await run(['rates', 'set', 'USD', '0.9'])).toEqual({ status: 1, out: '', err: why });
  const list = await file('list.json', { KES: '130', USD: '1.08' });
  expect(await run(['rates', 'import', list])).toMatchObject({ status: 1, err: why });
  expect(await rateOf('KES')).toMatchObject({ value: '129', is_demo: true });
  // a list may name the product’s currency with the rate 1
  const based = await file('based.json', { KES: '130', USD: '1.00' });
  expect(await run(['rates', 'import', based])).toMatchObject({ out: '2 values are set' });
});

test('a removed rate is printed as removed, other removed settings as empty', async () => {
  expect(await run(['rates', 'set', 'EUR', ''])).toMatchObject({ out: 'EUR has no rate now' });
  expect(await run(['config', 'set', 'rates.EUR', ''])).toMatchObject({
    out: 'rates.EUR is removed: nothing is shown or paid in EUR',
  });
  expect(await run(['config', 'set', 'withdraw.review_signals', ''])).toMatchObject({
    out: 'withdraw.review_signals is empty now',
  });
  expect((await run(['rates', 'set', 'EUR', '0.9'])).out).toBe('EUR = 0.9 for 1 USD');
});

test('a new currency prints the removed rates and stopped methods; the same currency changes nothing', async () => {
  await run(['rates', 'set', 'KES', '129']);
  await addMpesa();
  const logged = async () => (await json('audit', 'list')).answer;
  const before = await logged();
  expect(await run(['config', 'set', 'product.currency', 'USD'])).toEqual({
    ...{ status: 0, err: '' },
    out: 'product.currency is USD already',
  });
  expect(await logged()).toEqual(before);
  expect(await rateOf('KES')).toMatchObject({ value: '129' });
  const { out } = await run(['config', 'set', 'product.currency', 'EUR']);
  const lines = out.split('\n');
  expect(lines[0]).toBe('product.currency = EUR');
  expect(lines[1]).toMatch(/^removed exchange rates: 47 \(AED, .*KES/);
  expect(lines[2]).toBe('nobody is paid by mpesa until the rates of their currencies are set');
  expect((await logged()).at(-1).what.ended).toMatchObject({ methods: ['mpesa'] });
  expect(await rateOf('KES')).toBe(undefined);
});
