import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Unavailable } from './context.ts';
import { FairQueue } from './fair-queue.ts';
import { Shares } from './shares.ts';

const derive = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** As many hashes at once as cores, and a bounded queue: hashing is the most expensive work. */
const MAX_RUNNING = availableParallelism();
const MAX_WAITING = 200;
/** Ten addresses with this many waiting passwords each fill the queue. */
const MAX_WAITING_PER_ADDRESS = 20;

let running = 0;
let waiting = 0;
const shares = new Shares(MAX_WAITING, MAX_WAITING_PER_ADDRESS);
const queue = new FairQueue<() => void>();

function wait(address: string): Promise<void> {
  const giveBack = waiting < MAX_WAITING ? shares.take(address) : null;
  if (giveBack === null) throw new Unavailable('too many passwords to hash at once');
  waiting += 1;
  return new Promise((resolve) => {
    queue.push(address, () => {
      waiting -= 1;
      giveBack();
      resolve();
    });
  });
}

/** Gives the slot to the first waiting request, so that no new request overtakes it. */
function passSlot(): void {
  const next = queue.shift();
  if (next === undefined) running -= 1;
  else next();
}

async function withSlot<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_RUNNING) await wait(address);
  else running += 1;
  try {
    return await work();
  } finally {
    passSlot();
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * @param address the key for fair turns in the queue
 * @returns the hash in the PHC string format
 * @throws Unavailable when the queue is full
 */
export async function hashPassword(password: string, address: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const message = Buffer.from(password.normalize('NFKC'));
  const hash = await withSlot(address, () => derive('argon2id', { ...COST, message, nonce }));
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/** Whether a hash was made with other cost parameters than today's. */
export function isOutdated(hash: string): boolean {
  const [, ...cost] = FORMAT.exec(hash) ?? [];
  const { memory, passes, parallelism } = COST;
  return cost.slice(0, 3).join() !== [memory, passes, parallelism].join();
}

/** Compared with the password for an unknown user: the comparison takes the same time, and never matches. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(
  randomBytes(SALT_BYTES),
)}$${encode(randomBytes(COST.tagLength))}`;

/**
 * Compares in the same time whether the user exists (`hash`) or not (null).
 * @param address the key for fair turns in the queue
 * @throws Unavailable when the queue is full
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  address: string,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    FORMAT.exec(hash ?? DUMMY_HASH) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await withSlot(address, () =>
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
