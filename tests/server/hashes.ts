import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

type Hash = typeof crypto.argon2 & { isCheap?: boolean };

/** As `server/domain/passwords.ts` asks for it; `domain-login-secrets.test.ts` says that it does. */
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
 * Passwords that a test's own process hashes cost it 0.1 ms instead of 20: a file makes hundreds of
 * them. The product cannot be told to; a server that is a process of its own hashes as in production.
 */
export function makeHashesCheap(): void {
  const now: Hash = crypto.argon2;
  // files that share a worker ask for it again
  if (now.isCheap === undefined) makeCheap(now);
}

/** For a test file in which hashes have to take their time. */
export function keepHashesDear(): void {
  const set = (isCheap: boolean) => () => {
    (crypto.argon2 as Hash).isCheap = isCheap;
  };
  beforeAll(set(false));
  afterAll(set(true));
}
