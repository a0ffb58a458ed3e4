import pg from 'pg';
import { countFrom } from '../scripts/usage.ts';
import { withTarget } from './api.target.ts';
import { separationOf } from './area-under-curve.ts';
import {
  ACCOUNTS,
  addExpiredLinks,
  GROUPS,
  PASSWORD,
  QUESTIONS,
  type Question,
  register,
} from './enumeration.questions.ts';
import { FIRST_DAY } from './populations.ts';

/** Tries of each kind for each question; `BENCH_TRIES` changes it. */
const TRIES = countFrom('BENCH_TRIES', 2_000);
const WARM_UP = 20;
/** Time limit of a question; if it ends early, the output shows the smaller number of tries. */
const MAX_MS = 600_000;
const MINUTE_MS = 60_000;
/** Limit for the difference of the mean times: an attacker must not be able to measure it. */
const MAX_DIFFERENCE_MS = 5;

/** An address family, in which each request comes from an address and a network of its own. */
interface Family {
  readonly host: string;
  readonly addressOf: (serial: number) => string;
}

const FAMILIES: readonly Family[] = [
  { host: '127.0.0.1', addressOf: (serial) => `10.${serial >> 8}.${serial & 255}.1` },
  { host: '::1', addressOf: (serial) => `2001:db8:${serial.toString(16)}::1` },
];

/**
 * Measures how well the time of an answer reveals whether an account or a code exists, for all calls
 * that must answer both cases alike. Each pair of tries is sent in a random order, one after the other.
 * Then counts how many taken e-mails one address can test within a minute.
 */
export async function benchEnumeration(): Promise<void> {
  const failed: string[] = [];
  for (const family of FAMILIES) {
    await withTarget(
      async ({ ours, databaseUrl }) => {
        const db = new pg.Client(databaseUrl);
        await db.connect();
        const ask = asker(`${ours}/index.php/api/user`, family);
        const tokens: string[] = [];
        for (let index = 0; index < ACCOUNTS * GROUPS.length; index += 1) {
          const group = GROUPS[index % GROUPS.length] ?? '';
          const form = register(group, group, Math.floor(index / GROUPS.length), PASSWORD);
          const { answer, token } = await ask(form);
          if (answer !== '200') throw new Error(`an account was refused: ${answer}`);
          if (group === 'named') tokens.push(token);
        }
        await addExpiredLinks(db);
        for (const question of QUESTIONS) {
          const isGood = await measure({ family, ask, db, tokens }, question);
          if (!isGood) failed.push(`${family.host} ${question.name}`);
        }
        await countTaken(family, ask);
        await db.end();
      },
      { ...FIRST_DAY, clips: 1 },
      { host: family.host, mails: true },
    );
  }
  console.log(
    failed.length === 0
      ? `all answers are equal, and their means differ by less than ${MAX_DIFFERENCE_MS} ms`
      : `these answers differ, or their means differ by ${MAX_DIFFERENCE_MS} ms or more: ${failed.join('; ')}`,
  );
}

interface Tried {
  readonly ms: number;
  /** HTTP status, and the reason of a refusal */
  readonly answer: string;
  /** of the session that the call has created */
  readonly token: string;
}

interface Sender {
  readonly call?: string | undefined;
  /** default: an unused address */
  readonly address?: string;
  readonly token?: string | undefined;
}

type Form = Readonly<Record<string, string>>;
type Ask = (form: Form, sender?: Sender) => Promise<Tried>;

interface Answer {
  readonly data: {
    readonly reason?: string;
    readonly userInfo?: { readonly token: string };
  } | null;
}

function asker(url: string, { addressOf }: Family): Ask {
  let serial = 0;
  return async (form, { call = 'checkIn', address, token } = {}) => {
    serial += 1;
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address ?? addressOf(serial),
      ...(token ? { 'ba-user-token': token } : {}),
    };
    const body = JSON.stringify(form);
    const began = performance.now();
    const response = await fetch(`${url}/${call}`, { method: 'POST', headers, body });
    const text = await response.text();
    const ms = performance.now() - began;
    const { data } = JSON.parse(text) as Answer;
    const answer = [response.status, data?.reason].filter(Boolean).join(' ');
    return { ms, answer, token: data?.userInfo?.token ?? '' };
  };
}

interface Stand {
  readonly family: Family;
  readonly ask: Ask;
  readonly db: pg.Client;
  /** sessions of existing accounts */
  readonly tokens: readonly string[];
}

/** Deletes counters and queues of earlier calls: else calls would be refused, or some would have more work. */
const forget = (db: pg.Client) =>
  db.query(`with forgotten as (delete from limit_window), links as (
    delete from email_link where code_hash is null
  ) delete from mail`);

/** @returns whether both kinds got the same answers, and their mean times differ by less than the limit */
async function measure(
  { family: { host }, ask, db, tokens }: Stand,
  { name, call, isMember, existing, unknown }: Question,
): Promise<boolean> {
  const kinds = [existing, unknown].map((form) => ({
    ...{ form, times: [] as number[], answers: new Set<string>() },
  }));
  const until = performance.now() + MAX_MS;
  for (let index = -WARM_UP; index < TRIES && performance.now() < until; index += 1) {
    const place = index + WARM_UP;
    const token = isMember && tokens[place % tokens.length];
    for (const kind of Math.random() < 0.5 ? kinds : kinds.toReversed()) {
      await forget(db);
      const { ms, answer } = await ask(kind.form(place), { call, token });
      if (index < 0) continue;
      kind.times.push(ms);
      kind.answers.add(answer);
    }
  }
  const [first, second] = kinds.map(({ times }) => times);
  if (!first?.length || !second?.length)
    throw new Error(`${name}: no time was left to try this question`);
  const [one, other] = kinds.map(({ answers }) => [...answers].sort().join(', '));
  const { auc, from, to } = separationOf(first, second);
  const { difference, t } = differenceOf(first, second);
  const isGood = one === other && Math.abs(difference) < MAX_DIFFERENCE_MS;
  console.log(
    `${host.padEnd(9)} ${name.padEnd(48)} ${isGood ? 'good' : 'BAD '} ${difference.toFixed(2)} ms ` +
      `(Welch’s t ${t.toFixed(2)}), AUC ${auc.toFixed(3)} (99%: ${from.toFixed(3)} to ${to.toFixed(3)}), ` +
      `${first.length} pairs, p50 ${medianOf(first)} and ${medianOf(second)} ms; ` +
      (one === other ? `both ${one}` : `${one} and ${other}`),
  );
  return isGood;
}

function momentsOf(all: readonly number[]): { mean: number; error: number } {
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
  const squares = all.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, error: squares / (all.length - 1) / all.length };
}

/** The difference of the mean times, and its Welch's t: how far it is from chance. */
function differenceOf(first: readonly number[], second: readonly number[]) {
  const [one, other] = [momentsOf(first), momentsOf(second)];
  const difference = one.mean - other.mean;
  return { difference, t: difference / Math.sqrt(one.error + other.error) };
}

const medianOf = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[all.length >> 1]?.toFixed(2);

/** Tests taken e-mails from one address, until the server tells it to wait or the minute is over. */
async function countTaken({ host, addressOf }: Family, ask: Ask): Promise<void> {
  const began = performance.now();
  let count = 0;
  let last = '';
  while (performance.now() - began < MINUTE_MS) {
    const form = register(`free${count}`, 'named', count, PASSWORD);
    last = (await ask(form, { address: addressOf(0xffff) })).answer;
    if (last !== '200 email_taken') break;
    count += 1;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${host.padEnd(9)} taken e-mails told to one address: ${count} in ${seconds} s; then ${last}`,
  );
}

if (import.meta.main) await benchEnumeration();
