import { withTarget } from './api.target.ts';
import { separationOf } from './area-under-curve.ts';
import { FIRST_DAY } from './populations.ts';

/** Of each account so few tries that no limit of a name answers instead. */
const ACCOUNTS = 40;
const TRIES = Number(process.env.BENCH_TRIES ?? 250);
const WARM_UP = 20;
/** All of an address family: the whole run ends within six minutes. */
const MOST_MS = 110_000;
const MINUTE_MS = 60_000;
const PASSWORD = 'plum-Kettle-47-orbit';

type Form = Readonly<Record<string, string>>;

/** Two kinds of forms whose answer is the same, and whose time must be too. */
interface Question {
  readonly name: string;
  /** of `checkIn`, unless it is another call */
  readonly call?: string;
  /** of a try for something that exists, and for what does not */
  readonly existing: (index: number) => Form;
  readonly unknown: (index: number) => Form;
}

const user = (group: string, index: number) => `${group}_${index % ACCOUNTS}`;
const email = (group: string, index: number) => `${user(group, index)}@example.org`;
const logIn = (username: string) => ({ tab: 'login', username, password: 'wrong-Kettle-48-orbit' });
const recover = (username: string) => ({
  ...{ username, code: '0000-0000-0000-0000', password: 'wrong-Kettle-48-orbit' },
});
const register = (group: string, mail: string, index: number, password: string) => ({
  ...{ tab: 'register', username: user(group, index), password },
  email: email(mail, index),
});

/** The groups of accounts that exist: what is counted for one question must not refuse another. */
const GROUPS = ['named', 'paired'];

const QUESTIONS: readonly Question[] = [
  {
    name: 'log-in, user name',
    existing: (index) => logIn(user('named', index)),
    unknown: (index) => logIn(user('nobody', index)),
  },
  {
    name: 'log-in, e-mail',
    existing: (index) => logIn(email('named', index)),
    unknown: (index) => logIn(email('nobody', index)),
  },
  {
    name: 'registration, weak password, taken names',
    existing: (index) => register('named', 'named', index, 'password1'),
    unknown: (index) => register('newcomer', 'newcomer', index, 'password1'),
  },
  {
    name: "registration, taken name, its account's e-mail",
    existing: (index) => register('paired', 'paired', index, 'wrong-Kettle-48-orbit'),
    unknown: (index) => register('paired', 'stranger', index, 'wrong-Kettle-48-orbit'),
  },
  {
    name: 'recovery code, user name',
    call: 'recoverAccount',
    existing: (index) => recover(user('named', index)),
    unknown: (index) => recover(user('nobody', index)),
  },
  {
    name: 'recovery code, e-mail',
    call: 'recoverAccount',
    existing: (index) => recover(email('named', index)),
    unknown: (index) => recover(email('nobody', index)),
  },
];

/** How the requests of an address family come, each from an address, and a network, of its own. */
interface Family {
  readonly host: string;
  readonly addressOf: (serial: number) => string;
}

const FAMILIES: readonly Family[] = [
  { host: '127.0.0.1', addressOf: (serial) => `10.${serial >> 8}.${serial & 255}.1` },
  { host: '::1', addressOf: (serial) => `2001:db8:${serial.toString(16)}::1` },
];

/**
 * How well the time of a refusal tells whether an account exists: log-ins and registrations that are
 * answered alike for names that exist and for others, one after the other in an order drawn anew
 * for each pair. Then how many taken e-mails one address can ask for within a minute.
 */
export async function benchEnumeration(): Promise<void> {
  for (const family of FAMILIES) {
    await withTarget(
      async ({ ours }) => {
        const ask = asker(`${ours}/index.php/api/user`, family);
        for (let index = 0; index < ACCOUNTS * GROUPS.length; index += 1) {
          const group = GROUPS[index % GROUPS.length] ?? '';
          const form = register(group, group, Math.floor(index / GROUPS.length), PASSWORD);
          const { answer } = await ask(form);
          if (answer !== '200') throw new Error(`an account was refused: ${answer}`);
        }
        const until = performance.now() + MOST_MS;
        for (const question of QUESTIONS) await measure(family, question, ask, until);
        await countTaken(family, ask);
      },
      { ...FIRST_DAY, clips: 1 },
      { host: family.host },
    );
  }
}

interface Tried {
  readonly ms: number;
  /** the status of HTTP, and the reason of a refusal */
  readonly answer: string;
}

interface Sender {
  readonly call?: string | undefined;
  /** not given: one that nobody has asked from */
  readonly address?: string;
}

type Ask = (form: Form, sender?: Sender) => Promise<Tried>;

function asker(url: string, { addressOf }: Family): Ask {
  let serial = 0;
  return async (form, { call = 'checkIn', address } = {}) => {
    serial += 1;
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address ?? addressOf(serial),
    };
    const body = JSON.stringify(form);
    const began = performance.now();
    const response = await fetch(`${url}/${call}`, { method: 'POST', headers, body });
    const text = await response.text();
    const ms = performance.now() - began;
    const { data } = JSON.parse(text) as { data: { reason?: string } | null };
    return { ms, answer: [response.status, data?.reason].filter(Boolean).join(' ') };
  };
}

async function measure(
  { host }: Family,
  { name, call, existing, unknown }: Question,
  ask: Ask,
  until: number,
): Promise<void> {
  const kinds = [
    { form: existing, times: [] as number[] },
    { form: unknown, times: [] as number[] },
  ];
  const answers = new Map<string, number>();
  for (let index = -WARM_UP; index < TRIES && performance.now() < until; index += 1) {
    const order = Math.random() < 0.5 ? kinds : kinds.toReversed();
    for (const { form, times } of order) {
      const { ms, answer } = await ask(form(index + WARM_UP), { call });
      if (index < 0) continue;
      times.push(ms);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  }
  const [first, second] = kinds.map(({ times }) => times);
  if (!first?.length || !second?.length) throw new Error(`${name}: no time was left to try it`);
  const { auc, from, to } = separationOf(first, second);
  console.log(
    `${host.padEnd(9)} ${name.padEnd(48)} AUC ${auc.toFixed(3)} (99%: ${from.toFixed(3)} to ` +
      `${to.toFixed(3)}), ${differenceOf(first, second)}, ${first.length} pairs, p50 ${medianOf(first)} and ${medianOf(second)} ms; ` +
      [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', '),
  );
}

function momentsOf(all: readonly number[]): { mean: number; error: number } {
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
  const squares = all.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, error: squares / (all.length - 1) / all.length };
}

/** How much longer the first took on average, and how far that is from chance: Welch's t. */
function differenceOf(first: readonly number[], second: readonly number[]): string {
  const [one, other] = [momentsOf(first), momentsOf(second)];
  const difference = one.mean - other.mean;
  const t = difference / Math.sqrt(one.error + other.error);
  return `${difference.toFixed(2)} ms (Welch’s t ${t.toFixed(2)})`;
}

const medianOf = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[all.length >> 1]?.toFixed(2);

/** One address asks for taken e-mails, until it is told to wait or the minute is over. */
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
