import { availableParallelism } from 'node:os';
import { afterAll, expect, test, vi } from 'vitest';
import { isWeakPassword } from '../../server/domain/weak-passwords.ts';

/** The real hash, and a record of what it was asked. */
const derive = vi.hoisted(() => vi.fn());
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  derive.mockImplementation(crypto.argon2);
  return { ...crypto, argon2: derive };
});

// the files before and after this one have theirs with the real hash alone
vi.resetModules();
afterAll(() => vi.resetModules());
const { Unavailable } = await import('../../server/domain/context.ts');
const { hashPassword, verifyPassword } = await import('../../server/domain/passwords.ts');

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
])('%s is weak', (password) => {
  expect(isWeakPassword(password, 'somebody')).toBe(true);
});

test.each([
  'correct horse battery',
  'vK9#mQ2x',
  'tangerine-bicycle',
  'Zwölf Boxkämpfer',
  '739104826155',
  'sunshine over the hills',
  'planning2hard',
])('%s is not', (password) => {
  expect(isWeakPassword(password, 'ann')).toBe(false);
});

test('a password that contains the user name is weak, in any case', () => {
  expect(isWeakPassword('xx-ANNABELLE-99', 'annabelle')).toBe(true);
});

test('a hash says how it was made and matches its own password alone', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword('correct horse battery')).not.toBe(hash);
  expect([
    await verifyPassword('correct horse battery', hash),
    await verifyPassword('correct horse batterY', hash),
    await verifyPassword('correct horse battery', null),
  ]).toEqual([true, false, false]);
});

test('an unknown user’s password is hashed like a known one’s', async () => {
  const hash = await hashPassword('correct horse battery');
  derive.mockClear();
  await verifyPassword('another password', hash);
  await verifyPassword('another password', null);
  const work = derive.mock.calls.map(([algorithm, { message, nonce, ...cost }]) => {
    const size = nonce.byteLength;
    return { algorithm, cost, size, message: message.toString() };
  });
  expect(work).toHaveLength(2);
  expect(work[1]).toEqual(work[0]);
});

test('as many hashes run at once as there are cores, 200 wait, and more are turned away', async () => {
  const cores = availableParallelism();
  const running: (() => void)[] = [];
  derive.mockImplementation((_algorithm, _input, done) => {
    running.push(() => done(null, Buffer.alloc(32)));
  });
  const results = Array.from({ length: cores + 203 }, () => hashPassword('x'));
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
