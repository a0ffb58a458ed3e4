import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Unavailable } from './context.ts';

const derive = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** As many hashes at once as cores, and a bounded queue: nothing else costs as much. */
const MAX_RUNNING = availableParallelism();
const MAX_WAITING = 200;

let running = 0;
const queue: (() => void)[] = [];

async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_RUNNING) {
    if (queue.length >= MAX_WAITING) throw new Unavailable('too many passwords to hash at once');
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // the slot passes to the next in the queue, so that no newcomer overtakes it
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * @returns the hash in the PHC string format
 * @throws Unavailable when too many wait already
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const message = Buffer.from(password.normalize('NFKC'));
  const hash = await withSlot(() => derive('argon2id', { ...COST, message, nonce }));
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/** Compared with an unknown user's password: it takes as long, and never matches. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(
  randomBytes(SALT_BYTES),
)}$${encode(randomBytes(COST.tagLength))}`;

/**
 * Compares in the same time whether the user exists (`hash`) or not (null).
 * @throws Unavailable when too many wait already
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    FORMAT.exec(hash ?? DUMMY_HASH) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await withSlot(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(actual, expected) && hash !== null;
}
