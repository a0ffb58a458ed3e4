import type { Mutant } from './mutant.ts';

const limits = 'server/domain/register-limits.ts';
const proofs = 'server/domain/register-proof.ts';
const tests = ['register-proof.test.ts'];

/** Mutants of the proof of work at a registration. */
export const registrationMutants: readonly Mutant[] = [
  {
    fault: 'each /64 of an IPv6 customer has registrations without a proof',
    file: limits,
    find: 'addressBlock(visitor.address)',
    replace: 'visitor.address',
    tests,
  },
  {
    fault: 'a proof of work is accepted twice',
    file: proofs,
    find: 'verified && (await redeem(db, proof))',
    replace: 'verified && ((await redeem(db, proof)) || true)',
    tests,
  },
  {
    fault: 'any text with the format of a proof is accepted',
    file: proofs,
    find: 'return verified && (',
    replace: 'return (verified || true) && (',
    tests,
  },
  {
    fault: 'a refused registration counts among the registrations without a proof',
    file: limits,
    find: 'registered: [...registered, block]',
    replace: 'registered',
    tests,
  },
  {
    fault: 'solved challenges use up the refusals of an address',
    file: limits,
    find: 'await returnSlots(db, refused, now);',
    replace: '',
    tests,
  },
  {
    fault: 'an older app without proofs gets an answer that it cannot read',
    file: limits,
    find: 'if (proof === undefined)',
    replace: "if (proof === 'none')",
    tests,
  },
];
