import { availableParallelism } from 'node:os';
import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, expect, test, vi } from 'vitest';
import { isWeakPassword } from '../../server/domain/weak-passwords.ts';

/** A spy on the real hash function. */
const derive = vi.hoisted(() => vi.fn());
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  derive.mockImplementation(crypto.argon2);
  return { ...crypto, argon2: derive };
});

// other test files load these modules with the real hash function
vi.resetModules();
afterAll(() => vi.resetModules());
const { Unavailable } = await import('../../server/domain/context.ts');
const { hashPassword, verifyPassword } = await import('../../server/domain/passwords.ts');

const own = { username: 'annabelle', email: 'lovelace+clips@mail.example', product: 'Clipurse' };

test.each([
  'password',
  'Password1',
  'P@ssw0rd',
  'passw0rd!',
  'qwertyuiop',
  'qwerty123',
  '123456789',
  '1234567890',
  '87654321',
  '1q2w3e4r',
  '1qaz2wsx',
  'zaq12wsx',
  'iloveyou',
  'sunshine1',
  'football',
  'baseball',
  'princess',
  'trustno1',
  'superman',
  'letmein!',
  'dragon123',
  'monkey12',
  'welcome1',
  'admin123',
  'abc12345',
  'abcd1234',
  'aaaaaaaa',
  '12121212',
  'abcabcabc',
  '19901990',
  '01011990',
  'Qwerty12345',
  'asdfghjkl',
  'michael1',
  'liverpool1',
  'pokemon123',
  'Password123!',
  '11111111',
  '@dministr@tor',
  'chocolat3',
  'jethrotull',
  'annabelle2024',
  'xx-ANNABELLE-99',
  'AnnA8elle!',
  'lovelace+clips@mail.example',
  'Lovelace1815',
  'clipurse1',
  'ｐａｓｓｗｏｒｄ１',
  'p@ssw0rd'.repeat(16),
])('%s is weak', async (password) => {
  expect(await isWeakPassword(password, own)).toBe(true);
});

test.each([
  'correct horse battery',
  'vK9#mQ2x',
  'tangerine-bicycle',
  'Zwölf Boxkämpfer',
  '739104826155',
  'sunshine over the hills',
  'planning2hard',
  'annabelle-tangerine-bicycle',
  'झील किनारे नीली नाव',
  '湖边的蓝色小船很安静',
])('%s is not weak', async (password) => {
  expect(await isWeakPassword(password, own)).toBe(false);
});

test('the 3,000 commonest passwords of 8 characters or more are all weak', async () => {
  const commonest = (dictionary['passwords-common'] as string[])
    .filter((password) => password.length >= 8)
    .slice(0, 3_000);
  expect(commonest).toHaveLength(3_000);
  const judged = await Promise.all(commonest.map((password) => isWeakPassword(password, own)));
  expect(commonest.filter((_, place) => !judged[place])).toEqual([]);
});

test('a hash names its algorithm and cost, and matches only its password', async () => {
  const hash = await hashPassword('correct horse battery', 'a');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword('correct horse battery', 'a')).not.toBe(hash);
  expect([
    await verifyPassword('correct horse battery', hash, 'a'),
    await verifyPassword('correct horse batterY', hash, 'a'),
    await verifyPassword('correct horse battery', null, 'a'),
  ]).toEqual([true, false, false]);
});

test('an unknown user’s password is hashed like a known user’s', async () => {
  const hash = await hashPassword('correct horse battery', 'a');
  derive.mockClear();
  await verifyPassword('another password', hash, 'a');
  await verifyPassword('another password', null, 'a');
  const work = derive.mock.calls.map(([algorithm, { message, nonce, ...cost }]) => {
    const size = nonce.byteLength;
    return { algorithm, cost, size, message: message.toString() };
  });
  expect(work).toHaveLength(2);
  expect(work[1]).toEqual(work[0]);
});

/** Holds up hashes. @returns functions that end them, in the order of their start */
function holdHashes(): (() => void)[] {
  const running: (() => void)[] = [];
  derive.mockImplementation((_algorithm, _input, done) => {
    running.push(() => done(null, Buffer.alloc(32)));
  });
  return running;
}

const cores = availableParallelism();

test('one hash runs on each core, 200 wait, and further hashes are refused', async () => {
  const running = holdHashes();
  const results = Array.from({ length: cores + 203 }, (_, index) =>
    hashPassword('x', `client ${index % 10}`),
  );
  const refused = results.slice(cores + 200);
  expect((await Promise.allSettled(refused)).map((result) => result.status)).toEqual(
    Array(3).fill('rejected'),
  );
  await expect(refused[0]).rejects.toBeInstanceOf(Unavailable);
  expect(running).toHaveLength(cores);
  for (let finished = 0; finished < cores + 200; finished += 1) {
    running[finished]?.();
    await results[finished];
  }
  expect(running).toHaveLength(cores + 200);
});

test('the /64 networks of a /48 share one turn in the queue', async () => {
  const running = holdHashes();
  const first = Array.from({ length: cores }, () => hashPassword('x', 'first'));
  const many = Array.from({ length: 10 }, (_, subnet) =>
    hashPassword('x', `2001:db8:1:${subnet}::1`),
  );
  const honest = hashPassword('x', '2001:db8:2::1');
  for (let index = 0; index < 2 + cores; index += 1) {
    running[index]?.();
    await new Promise(setImmediate);
  }
  expect((await honest).slice(0, 10)).toBe('$argon2id$');
  for (let index = 2 + cores; index < 11 + cores; index += 1) {
    running[index]?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all([...first, ...many])).toHaveLength(cores + 10);
});

test('one client fills at most a tenth of the queue, and other clients have the next turns', async () => {
  const running = holdHashes();
  const greedy = Array.from({ length: cores + 21 }, () => hashPassword('x', 'greedy'));
  await expect(greedy.at(-1)).rejects.toBeInstanceOf(Unavailable);
  const honest = ['a', 'b', 'c'].map((client) => hashPassword('x', client));
  const finish = (index: number) => running[index]?.();
  // the greedy client’s next turn, and one turn of each other client
  for (let index = 0; index < 4 + cores; index += 1) {
    finish(index);
    await new Promise(setImmediate);
  }
  expect((await Promise.all(honest)).map((hash) => hash.slice(0, 10))).toEqual(
    Array(3).fill('$argon2id$'),
  );
  for (let index = 4 + cores; index < cores + 23; index += 1) {
    finish(index);
    await new Promise(setImmediate);
  }
  expect((await Promise.allSettled(greedy)).map(({ status }) => status)).toEqual([
    ...Array(cores + 20).fill('fulfilled'),
    'rejected',
  ]);
});
