import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { updateWdinfo, withdrawalMethods } from '../../server/domain/payout-methods.ts';
import { dataDir, domain, file, json, run, setUpOperator } from './operator.setup.ts';
import { refusalOf } from './support.ts';

setUpOperator();

const PIX = {
  method: 'pix',
  name: 'PIX',
  account_type: 'wallet_id',
  countries: ['BR'],
  account_pattern: '^\\d{11}$',
  account_hint: 'CPF',
  account_example: '12345678909',
};

test('methods: are added singly or from a file, changed, disabled, and offered to members', async () => {
  const user = await domain.user();
  const offered = async () => {
    const { list } = await withdrawalMethods(domain.context(), user, {});
    return list.map(({ method, name }) => `${method} ${name}`);
  };
  expect(await offered()).toEqual([]);
  const added = await json(
    ...['methods', 'add', 'upi', '--name', 'UPI', '--account-type', 'upi_id', '--countries', 'IN'],
    ...['--account-pattern', '^.+@.+$', '--account-hint', 'name@bank'],
  );
  expect(added.answer).toEqual({
    method: 'upi',
    name: 'UPI',
    account_type: 'upi_id',
    countries: ['IN'],
    account_pattern: '^.+@.+$',
    account_hint: 'name@bank',
    account_kind: null,
    ...{ currency: null, rounding: null, rate: null, stopped: null },
    enabled: true,
    texts: {},
  });
  const path = await file('methods.json', [PIX, { ...PIX, method: 'upi', name: 'Another UPI' }]);
  expect((await json('methods', 'import', path)).answer).toEqual({ stored: 2 });
  expect(await offered()).toEqual(['upi Another UPI', 'pix PIX']);
  const info = { country: 'BR', method: 'pix', recipient_name: 'Ana', account: '12345678901' };
  await updateWdinfo(domain.context(), user, info);
  expect((await json('methods', 'disable', 'pix')).answer).toMatchObject({ enabled: false });
  expect(await offered()).toEqual(['upi Another UPI']);
  expect(await refusalOf(updateWdinfo(domain.context(), user, info))).toEqual({
    reason: 'unknown_method',
  });
  expect((await json('methods', 'list')).answer).toMatchObject([
    { method: 'upi', enabled: true },
    { method: 'pix', enabled: false },
  ]);
});

const NO_ACCOUNT =
  'method 1 (PIX): account_example: "12345678909" is no account that the method takes: correct the account, ' +
  'or account_pattern, account_type or account_kind';
const HINT_ONLY =
  'method 1 (PIX): account_hint: "CPF" is no account that the method takes: give another ' +
  'account as account_example';

test.each([
  [
    { ...PIX, account_pattern: '\\d{11}$' },
    'method 1 (PIX): account_pattern: a regular expression that begins',
  ],
  [
    { ...PIX, account_pattern: '^\\d{11}' },
    'method 1 (PIX): account_pattern: a regular expression that begins',
  ],
  [
    { ...PIX, account_pattern: '^(\\d$' },
    'method 1 (PIX): account_pattern: a regular expression that begins',
  ],
  [{ ...PIX, account_type: 'cash' }, 'method 1 (PIX): account_type: one of bank_card'],
  [{ ...PIX, account_type: 'iban' }, '; iban is a kind: give it as --account-kind iban, or as'],
  [{ ...PIX, countries: [] }, 'method 1 (PIX): countries: at least one country'],
  [{ ...PIX, countries: ['Brazil'] }, 'method 1 (PIX): countries: codes such as IN'],
  [{ ...PIX, method: 'Pix!' }, 'method 1 (PIX): method: small letters'],
  [{ ...PIX, fee: '1' }, 'method 1 (PIX): "fee" is no key of a method'],
  [{ ...PIX, name: undefined }, 'method 1: "name" is missing'],
  [{ ...PIX, name: ' ' }, 'method 1: name: a text of 1 to 60 characters'],
  ['PIX', 'method 1: must be an object in { }'],
  // the method does not take its example, or its hint without an example
  [{ ...PIX, account_pattern: '^\\d{10}$' }, NO_ACCOUNT],
  [{ ...PIX, account_type: 'bank_card' }, NO_ACCOUNT],
  [{ ...PIX, account_kind: 'iban' }, NO_ACCOUNT],
  [{ ...PIX, account_example: undefined }, HINT_ONLY],
])('an invalid method is refused with all methods of its file: %j', async (bad, why) => {
  const before = (await json('methods', 'list')).answer;
  const path = await file('bad.json', [bad, { ...PIX, method: 'other' }]);
  expect(await run(['methods', 'import', path])).toEqual({
    status: 1,
    out: '',
    err: expect.stringContaining(why),
  });
  expect((await json('methods', 'list')).answer).toEqual(before);
});

test('a hint that is an account serves as example, in the form of any of the countries', async () => {
  const phone = ['--account-type', 'phone', '--account-pattern', '^(?:\\+?254|0)[17]\\d{8}$'];
  const add = (...more: string[]) =>
    run(['methods', 'add', 'of_kenya', '--name', 'Of Kenya', ...phone, ...more]);
  const hint = ['--account-hint', '0712345678'];
  expect(await add('--countries', 'DE,KE', ...hint)).toMatchObject({ status: 0, err: '' });
  expect(await add('--countries', 'US', ...hint)).toMatchObject({ status: 1 });
  const words = ['--countries', 'KE', '--account-hint', 'Number of M-Pesa', '--account-example'];
  expect(await add(...words, '0712345678')).toMatchObject({ status: 0, err: '' });
  expect(await add(...words, '0912345678')).toMatchObject({
    status: 1,
    err:
      '--account-example: "0912345678" is no account that the method takes: correct the account, or ' +
      '--account-pattern, --account-type or --account-kind',
  });
  await run(['methods', 'disable', 'of_kenya']);
});

test('rates and marketing: are listed, set and imported, all or none', async () => {
  expect((await json('rates', 'list')).answer).toEqual([]);
  await run(['rates', 'set', 'INR', '88.5']);
  const rates = await file('rates.json', { INR: '90', BRL: '5.4' });
  expect(await run(['rates', 'import', rates])).toMatchObject({
    status: 0,
    out: '2 values are set',
  });
  // with a byte order mark, as Windows writes it
  const marked = await file('marked.json', `\uFEFF${JSON.stringify({ BRL: '5.4' })}`);
  expect(await run(['rates', 'import', marked])).toMatchObject({
    status: 0,
    out: '1 value is set',
  });
  const bad = await file('bad-rates.json', { KES: '129', XQQ: '1' });
  expect(await run(['rates', 'import', bad])).toMatchObject({
    status: 1,
    err: 'rates.XQQ: XQQ is no ISO 4217 currency',
  });
  expect((await json('rates', 'list')).answer).toEqual([
    { name: 'BRL', value: '5.4', for_one: 'USD', set_at: expect.any(String), is_demo: false },
    { name: 'INR', value: '90', for_one: 'USD', set_at: expect.any(String), is_demo: false },
  ]);
  expect((await json('marketing', 'list')).answer).toContainEqual({ name: 'rating', value: null });
  // there is no demo that the change would end
  expect(await run(['marketing', 'set', 'rating', '4.5'])).toEqual({
    status: 0,
    out: 'rating = 4.5',
    err: '',
  });
  expect((await json('marketing', 'list')).answer).toContainEqual({ name: 'rating', value: '4.5' });
  expect((await json('config', 'get', 'marketing.rating')).answer.value).toBe('4.5');
  expect(await run(['marketing', 'set', 'fame', '1'])).toMatchObject({
    status: 1,
    err: 'marketing.fame: no such key',
  });
});

test('a file that cannot be read is reported in one line', async () => {
  const cases: [string, string][] = [
    [await file('broken.json', '{'), 'broken.json'],
    [await file('list.json', ['1']), 'must be one JSON object whose values are texts'],
    [join(dataDir, 'absent.json'), 'absent.json: there is no such file'],
    [
      await file('nul.json', '{"INR":"9\0"}'),
      'nul.json: line 1 holds a sign that was lost, or is not in utf-8',
    ],
    [await file('text.json', { INR: '9\0' }), 'text.json: a text of it holds the character NUL'],
    [await file('name.json', { 'INR\0': '9' }), 'name.json: a text of it holds the character NUL'],
  ];
  for (const [path, why] of cases) {
    const { status, err } = await run(['rates', 'import', path]);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(why) });
  }
});

const hasValue = ({ value }: { value: string | null }) => value !== null;

test('the demo keeps an operator’s earlier settings', async () => {
  await run(['rates', 'set', 'INR', '91']);
  await seedDemo(domain.pool, domain.now());
  const { answer } = await json('rates', 'list');
  expect(answer).toContainEqual(
    expect.objectContaining({ name: 'INR', value: '91', is_demo: false }),
  );
  expect(answer).toContainEqual(
    expect.objectContaining({ name: 'KES', value: '129', is_demo: true }),
  );
  // beside a figure of the operator, readers would take the demo's figures for the operator's
  expect((await json('marketing', 'list')).answer.filter(hasValue)).toEqual([
    { name: 'rating', value: '4.5' },
  ]);
  const methods = (await json('methods', 'list')).answer;
  expect(methods).toContainEqual(expect.objectContaining({ method: 'upi', name: 'Another UPI' }));
  expect(methods).toContainEqual(expect.objectContaining({ method: 'gcash', enabled: true }));
});
