import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

type Hash = typeof crypto.argon2 & { isCheap?: boolean };

/**
 * The memory cost that `server/domain/passwords.ts` uses; `domain-login-secrets.test.ts` checks it.
 */
const PASSWORD_KIB = 19_456;

function makeCheap(real: Hash): void {
  const hash: Hash = (algorithm, input, done) => {
    const isOther = !hash.isCheap || input.memory !== PASSWORD_KIB;
    real(algorithm, isOther ? input : { ...input, memory: 8, passes: 1 }, done);
  };
  hash.isCheap = true;
  Object.assign(crypto, { argon2: hash });
  syncBuiltinESMExports();
}

/**
 * Makes a password hash of the test's own process take 0.1 ms instead of 20: a test file makes
 * hundreds. The product has no such setting; a server in a process of its own hashes as in
 * production.
 */
export function makeHashesCheap(): void {
  const now: Hash = crypto.argon2;
  // test files that share a worker call this again
  if (now.isCheap === undefined) makeCheap(now);
}

/** Makes hashes take their real time in one test file. */
export function restoreRealHashes(): void {
  const set = (isCheap: boolean) => () => {
    (crypto.argon2 as Hash).isCheap = isCheap;
  };
  beforeAll(set(false));
  afterAll(set(true));
}
