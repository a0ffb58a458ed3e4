import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { domain, login, register, serial, setUpAccounts } from './accounts.setup.ts';
import { refusalOf } from './support.ts';

setUpAccounts();

const TAKEN = { reason: 'username_taken' };
let mails = 0;
const take = (username: string) => {
  mails += 1;
  return register({ username, email: `mail${serial}.${mails}@example.org` });
};

test.each([
  ['unchanged', 'admin'],
  ['in capital letters', 'ADMIN'],
  ['with a Cyrillic letter', 'аdmin'],
  ['with Cyrillic and Greek letters', 'ΑDМΙN'],
  ['with a digit for a letter', 'adm1n'],
  ['with a capital I for a small L', 'heIp'],
  ['with zeros for the letter o', 'r00t'],
  ['with r and n for m', 'adrnin'],
  ['full-width', 'ａｄｍｉｎ'],
  ['with low lines and a dot in it', '_a.d_min'],
  ['made of two words', 'Clipurse.Support'],
  ['the product’s name', 'сlipurse'],
  ['entirely in Cyrillic letters', 'һеӀр'],
])('a reserved name cannot be registered, %s: %s', async (_, username) => {
  expect(await refusalOf(take(username))).toEqual(TAKEN);
});

test('the name that the operator gives the product is reserved too', async () => {
  await domain.configure({ 'product.name': 'Klips & Co' });
  expect(await refusalOf(take('Кlips.Co'))).toEqual(TAKEN);
  await domain.configure({ 'product.name': 'Clipurse' });
});

test.each([
  ['coco', ['сосо', 'cоco', 'CОCO', 'соcо']],
  ['Bob7', ['Βοb7', 'ΒOB7', 'BОВ7']],
  ['Вера', ['Bеpa', 'Bepa']],
  ['paypal', ['рaypaI', 'раураl']],
])('a name that looks like %s in another script cannot be registered', async (name, others) => {
  await take(name);
  for (const other of others) expect(await refusalOf(take(other)), other).toEqual(TAKEN);
});

test('names of one script that look alike can all be registered', async () => {
  for (const name of ['corn', 'com', 'Ill7', 'lll7', 'ann0', 'anno', 'Мама日corn', 'Мама日com']) {
    expect((await take(name)).username).toBe(name);
  }
});

test.each([
  ...[
    'प्रिया',
    'தமிழ்செல்வி',
    'ไทยดี้ศรี',
    'مُحَمَّد',
    'José',
    'Nguyễn',
    'Андрей',
    'Νίκος',
    '李小龙',
    '김철수',
  ],
  ...[
    'さくらカナ',
    'Ադամ',
    'ნინო',
    'שרה',
    'Администратор',
    'helper',
    'admin2',
    'Rooty',
    'Teamo',
    'supporter',
  ],
])('%s registers', async (username) => {
  expect((await take(username)).username).toBe(username.normalize('NFC'));
});

test('an account that has a reserved name already still logs in', async () => {
  const { id } = await take('Rooted');
  await domain.pool.query(
    "update account set username = 'root', username_key = 'root' where user_id = $1",
    [id],
  );
  const { userInfo } = await checkIn(domain.context(), null, login({ username: 'ROOT' }));
  expect(userInfo.id).toBe(id);
  expect(await refusalOf(take('root'))).toEqual(TAKEN);
});
