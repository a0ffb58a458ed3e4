import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { foldAccounts } from '../../server/domain/folding.ts';
import { foldName } from '../../server/domain/names.ts';
import { skeletonsOf } from '../../server/domain/skeletons.ts';
import { domain, form, login, register, setUpAccounts } from './accounts.setup.ts';
import { json, run } from './operator.setup.ts';
import { refusalOf } from './support.ts';

setUpAccounts();

/** Characters below U+20000 with another case or a decomposition, without Hangul syllables and surrogates. */
const CHARACTERS = Array.from({ length: 0x2_0000 }, (_, code) => code)
  .filter((code) => code < 0xac00 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((one) =>
    [one.toLowerCase(), one.toUpperCase(), one.normalize('NFKD')].some((form) => form !== one),
  );

test('a character, its upper and lower case, its decomposition and its key have one key', () => {
  const other = CHARACTERS.filter((character) => {
    const key = foldName(character);
    const forms = [
      key,
      character.toUpperCase(),
      character.toLowerCase(),
      character.normalize('NFD'),
    ];
    return forms.some((each) => foldName(each) !== key);
  });
  expect(other).toEqual([]);
});

test.each([
  ['İrem1', ['irem1', 'IREM1', 'ırem1', 'i\u0307rem1']],
  ['Νίκος', ['ΝΊΚΟΣ', 'νίκος', 'ΝΊΚΟς', 'νίκοσ']],
  ['strauß', ['STRAUSS', 'Strauss', 'STRAUẞ']],
  ['Işık', ['IŞIK', 'ışık', 'işik']],
  ['Ǆuro', ['ǆuro', 'ǅURO', 'DŽURO']],
  ['Andrei\u0306', ['ANDREĬ']],
])('%s logs in in each spelling, and each spelling is taken', async (username, spellings) => {
  const { id } = await register({ username });
  for (const spelling of [username, ...spellings]) {
    const { userInfo } = await checkIn(domain.context(), null, login({ username: spelling }));
    expect({ spelling, id: userInfo.id }).toEqual({ spelling, id });
    const again = form({ username: spelling, email: 'other@example.org' });
    expect(await refusalOf(checkIn(domain.context(), null, again)), spelling).toEqual({
      reason: 'username_taken',
    });
  }
});

const NAMES = ['Çağrı', 'STRAẞE9', 'strasse9', 'İnci', 'ınci'] as const;

/** Stores accounts as the previous version did: full case folding makes two pairs equal. */
async function makeFormer(): Promise<void> {
  await domain.pool.query('truncate account, account_lookup');
  for (const [at, username] of NAMES.entries()) {
    const { id } = await register({ username: `made_${at}`, email: `${at}@example.org` });
    await domain.pool.query(
      `update account set username = $2, username_key = $3, key_folding = 1,
         username_skeletons = null where user_id = $1`,
      [id, username, username.normalize('NFKC').toLowerCase()],
    );
  }
  expect(await foldAccounts(domain.pool)).toBe(2);
  expect(await foldAccounts(domain.pool)).toBe(0);
}

test('a start folds the stored keys; of two accounts whose keys would be equal, one keeps its former key', async () => {
  await makeFormer();
  const { rows } = await domain.pool.query(
    `select username, username_key, key_folding, username_skeletons as skeletons
     from account order by user_id`,
  );
  const row = (username: string, username_key: string, key_folding: number) => {
    return { username, username_key, key_folding, skeletons: skeletonsOf(username) };
  };
  expect(rows).toEqual([
    row('Çağrı', 'çağri', 2),
    row('STRAẞE9', 'straße9', 3),
    row('strasse9', 'strasse9', 2),
    row('İnci', 'inci', 2),
    row('ınci', 'ınci', 3),
  ]);
});

test('accounts with colliding names log in by their own spellings, and the operator can list them', async () => {
  await makeFormer();
  const who = async (username: string) => {
    const { userInfo } = await checkIn(domain.context(), null, login({ username }));
    return userInfo.username;
  };
  for (const [username, spellings] of [
    ['Çağrı', ['ÇAĞRI', 'çağri']],
    ['STRAẞE9', ['straße9', '1@example.org']],
    ['strasse9', ['STRASSE9', '2@example.org']],
    ['İnci', ['inci', 'INCI']],
    ['ınci', ['4@example.org']],
  ] as const) {
    for (const each of [username, ...spellings]) expect(await who(each), each).toBe(username);
  }
  expect((await json('users', 'show', 'ınci')).answer.email).toBe('4@example.org');
  const { answer } = await json('users', 'collisions');
  expect(answer).toEqual([
    {
      ...{ username: 'STRAẞE9', email: '…@example.org' },
      ...{ other_username: 'strasse9', other_email: '…@example.org' },
    },
    {
      ...{ username: 'ınci', email: '…@example.org' },
      ...{ other_username: 'İnci', other_email: '…@example.org' },
    },
  ]);
  expect((await run(['users', 'collisions'])).out.split('\n')).toHaveLength(3);
});
