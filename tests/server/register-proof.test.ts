import type { Challenge } from 'altcha-lib';
import { expect, onTestFinished, test } from 'vitest';
import { solve } from '../../bench/farm/proof.ts';
import { createPool } from '../../server/database/database.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { HOUR, MINUTE } from '../../server/domain/time.ts';
import { domain, form, serial, setUpAccounts } from './accounts.setup.ts';
import { NO_TIME_LIMITS, refusalOf } from './support.ts';

setUpAccounts();

/** A proof as ALTCHA writes it. */
const written = (challenge: Challenge, solution: object): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

const solved = async (challenge: string) => (await solve(challenge)).proof;

let people = 0;

/** Registers a new person from an address. @param more `proof` is missing in an older app's form */
async function newcomer(address: string, more: object = { proof: '' }, db = domain.pool) {
  people += 1;
  const names = { username: `newcomer${people}`, email: `newcomer${people}@example.org` };
  const context = domain.context({ db, visitor: { address, country: null } });
  return checkIn(context, null, form({ ...names, ...more }));
}

const outcomeOf = (...of: Parameters<typeof newcomer>) =>
  newcomer(...of).then(
    () => 'in',
    (refusal) => refusal.reason,
  );

async function challengeFor(address: string): Promise<string> {
  const { reason, challenge } = await refusalOf(newcomer(address));
  expect(reason).toBe('proof_needed');
  return String(challenge);
}

/** Registers, from one address of the test's block, as many people as need no proof. @returns the address */
async function busy(limit = 1): Promise<string> {
  await domain.configure({ 'register.proof_after': String(limit) });
  const address = `203.${serial}.113.1`;
  for (let person = 0; person < limit; person += 1) await newcomer(address);
  return address;
}

test('the first five registrations of a block in an hour need no proof, later ones in that hour do', async () => {
  await domain.configure({ 'register.proof_after': '5' });
  const outcomes = [];
  for (const host of [1, 2, 3, 4, 5, 6]) outcomes.push(await outcomeOf(`198.51.100.${host}`));
  expect(outcomes).toEqual([...Array(5).fill('in'), 'proof_needed']);
  expect(await outcomeOf('198.51.101.1')).toBe('in');
  const proof = await solved(await challengeFor('198.51.100.7'));
  expect(await outcomeOf('198.51.100.7', { proof })).toBe('in');
  domain.advance(HOUR);
  expect(await outcomeOf('198.51.100.8')).toBe('in');
});

test('the addresses of an IPv6 /48 are counted together, and no others', async () => {
  await domain.configure({ 'register.proof_after': '2' });
  const outcomes = [];
  for (const subnet of ['1:1', '1:ff00', '1:2', '2:1']) {
    outcomes.push(await outcomeOf(`2001:db8:${subnet}::1`));
  }
  expect(outcomes).toEqual(['in', 'in', 'proof_needed', 'in']);
});

test('a refused registration does not count as one without a proof', async () => {
  await domain.configure({ 'register.proof_after': '1' });
  const address = `203.${serial}.113.1`;
  expect(await outcomeOf(address, { proof: '', password: 'password' })).toBe('weak_password');
  expect(await outcomeOf(address)).toBe('in');
  expect(await outcomeOf(address)).toBe('proof_needed');
});

test('an app without support for proofs is refused with the time to retry', async () => {
  const address = await busy();
  domain.advance(10 * MINUTE);
  expect(await refusalOf(newcomer(address, {}))).toEqual({
    reason: 'too_many_attempts',
    retry_after: 3_000,
  });
});

test('a proof lets one person register, even if two processes get it at once', async () => {
  const address = await busy();
  const proof = await solved(await challengeFor(address));
  const other = createPool({ url: domain.url, max: 5, limits: NO_TIME_LIMITS });
  onTestFinished(() => other.end());
  const both = [outcomeOf(address, { proof }), outcomeOf(address, { proof }, other)];
  expect((await Promise.all(both)).sort()).toEqual(['in', 'proof_needed']);
  expect(await outcomeOf(address, { proof }, other)).toBe('proof_needed');
});

test('a proof is valid for ten minutes, and its record is deleted afterwards', async () => {
  const address = await busy();
  const [first, second] = [await challengeFor(address), await challengeFor(address)];
  domain.advance(10 * MINUTE - 1);
  expect(await outcomeOf(address, { proof: await solved(first) })).toBe('in');
  domain.advance(1);
  expect(await outcomeOf(address, { proof: await solved(second) })).toBe('proof_needed');
  const kept = async () => (await domain.pool.query('select from redeemed_proof')).rowCount;
  await deleteExpired(domain.pool, domain.now());
  expect(await kept()).toBe(1);
  domain.advance(1);
  await deleteExpired(domain.pool, domain.now());
  expect(await kept()).toBe(0);
});

test('only the solution of a challenge of this server is a proof', async () => {
  const address = await busy();
  const text = await solved(await challengeFor(address));
  const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString());
  const { parameters } = challenge as Challenge;
  const later = { ...parameters, data: { ends_at: domain.now().getTime() + HOUR } };
  const easier = { ...parameters, keyPrefix: '' };
  const unsigned: Partial<Challenge['parameters']> = { ...parameters };
  delete unsigned.keySignature;
  const forged = [
    written({ ...challenge, parameters: later }, solution),
    written({ ...challenge, parameters: easier }, solution),
    written({ ...challenge, parameters: unsigned }, solution),
    written({ ...challenge, signature: 'f'.repeat(64) }, solution),
    written(challenge, { ...solution, derivedKey: parameters.keyPrefix.padEnd(64, '0') }),
    written(challenge, { ...solution, derivedKey: 'no key' }),
    written(challenge, {}),
    Buffer.from('null').toString('base64'),
    'no base64 of anything',
  ];
  for (const proof of forged) expect(await outcomeOf(address, { proof })).toBe('proof_needed');
  expect(await outcomeOf(address, { proof: text })).toBe('in');
});

test('a challenge takes at most the set number of tries', async () => {
  const address = await busy();
  await domain.configure({ 'register.proof_tries': '2' });
  const counters = [];
  for (let round = 0; round < 20; round += 1) {
    const proof = await solved(await challengeFor(address));
    counters.push(JSON.parse(Buffer.from(proof, 'base64').toString()).solution.counter);
  }
  await domain.configure({ 'register.proof_tries': '12' });
  expect([...new Set(counters)].sort()).toEqual([0, 1]);
});

test('unsolved challenges are limited, and solved challenges are not counted', async () => {
  const address = await busy();
  await domain.configure({ 'limit.refused_registrations_per_hour': '2' });
  for (let person = 0; person < 4; person += 1) {
    const proof = await solved(await challengeFor(address));
    expect(await outcomeOf(address, { proof })).toBe('in');
  }
  const outcomes = [];
  for (let round = 0; round < 3; round += 1) outcomes.push(await outcomeOf(address));
  expect(outcomes).toEqual(['proof_needed', 'proof_needed', 'too_many_attempts']);
});

test('a registration repeated with another proof after a lost answer is made once', async () => {
  const address = await busy();
  const names = { username: `lost${serial}`, email: `lost${serial}@example.org` };
  const attempt = async () =>
    newcomer(address, { ...names, proof: await solved(await challengeFor(address)) });
  const [first, second] = [await attempt(), await attempt()];
  expect(second.userInfo.id).toBe(first.userInfo.id);
});

test('register.proof_after 0 asks nobody for a proof', async () => {
  await domain.configure({ 'register.proof_after': '0' });
  const outcomes = [];
  for (let person = 0; person < 8; person += 1) outcomes.push(await outcomeOf('198.51.100.9', {}));
  expect(outcomes).toEqual(Array(8).fill('in'));
});
