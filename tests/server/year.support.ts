import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { loginForm, registerForm } from './forms.ts';
import { type CallName, Client } from './http/client.ts';
import { type ServerProcess, startProcess } from './http/process.ts';

/** After this time a person would have seen an error. */
const MAX_MS = 5_000;
/** The processes of a program share its compiled code. */
const { PATH = '', NODE_COMPILE_CACHE = join(tmpdir(), 'clipurse-year-compiled') } = process.env;

/** One version's program, in the environment that it is installed with. */
export class Installation {
  readonly #checkout: string;
  readonly #env: Record<string, string>;
  #server: ServerProcess | null = null;

  constructor(checkout: string, env: Record<string, string>) {
    this.#checkout = checkout;
    this.#env = env;
  }

  /** Starts the server. @returns its address */
  start(): Promise<string> {
    this.#server = startProcess(
      { ...this.#env, NODE_COMPILE_CACHE, LOG_LEVEL: 'error', DRAIN_SECONDS: '1' },
      join(this.#checkout, 'server/main.ts'),
    );
    return this.#server.ready;
  }

  /** Stops the server as systemd does; the server must have reported no error. */
  async stop(): Promise<void> {
    this.#server?.child.kill('SIGTERM');
    expect(await this.#server?.ended).toEqual({ code: 0, signal: null });
    expect(this.#server?.output.stderr).toBe('');
    this.#server = null;
  }

  async kill(): Promise<void> {
    this.#server?.child.kill('SIGKILL');
    await this.#server?.ended;
  }

  /** Runs an operator's command of this version. @throws with its output if it fails */
  async operate(...argv: string[]): Promise<string> {
    const main = join(this.#checkout, 'server/operator/main.ts');
    const env = { PATH, NODE_COMPILE_CACHE, ...this.#env };
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...argv], { env });
    return stdout;
  }
}

/** The addresses of the servers that phones reach, as a proxy in front of the servers would list them. */
export type Addresses = string[];

/** A phone that stores acknowledged balances and shares: the server must have them after each move, too. */
export class Phone {
  readonly #number: number;
  readonly #addresses: Addresses;
  #token: string | null = null;
  #calls = 0;
  #shares = 0;
  #clips: number[] = [];
  /** the acknowledged balance */
  balance = 0n;

  constructor(number: number, addresses: Addresses) {
    this.#number = number;
    this.#addresses = addresses;
  }

  /** Repeats a call under one key, at each server in turn, until a server answers it. */
  async #call(name: CallName, input: object = {}): Promise<Record<string, unknown>> {
    this.#calls += 1;
    const headers = { 'idempotency-key': `phone-${this.#number}-${this.#calls}` };
    const begun = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      const url = this.#addresses[attempt % this.#addresses.length] ?? '';
      const sent = new Client(url, this.#token).send(name, { ...input }, headers);
      const answer = await sent.catch((error: Error) => `${error.cause ?? error.message}`);
      if (typeof answer !== 'string' && answer.status < 500) {
        expect({ name, ...answer.envelope }).toMatchObject({ name, code: 1 });
        return answer.envelope.data as Record<string, unknown>;
      }
      const why = typeof answer === 'string' ? answer : answer.text;
      if (performance.now() - begun > MAX_MS) throw new Error(`${name} has no answer: ${why}`);
      await delay(50);
    }
  }

  async register(): Promise<void> {
    await this.#call('checkIn', registerForm(this.#number));
    const form = loginForm(this.#number, { keep: true });
    const { userInfo } = await this.#call('checkIn', form);
    this.#token = (userInfo as { token: string }).token;
    this.#earn(await this.#call('claimTask', { task: 'download_app' }));
    const { list } = await this.#call('playable', { page: 1, limit: 10 });
    this.#clips = (list as { id: number }[]).map(({ id }) => id);
    const name = { recipient_name: 'Ada Lovelace', account: `a${this.#number}@b.example` };
    await this.#call('updateWdinfo', { country: 'US', method: 'paypal', ...name });
  }

  #earn({ reward }: Record<string, unknown>): void {
    this.balance += parseMoney(String(reward));
  }

  /** Watches another clip, or shares the app if all clips were watched. */
  async act(): Promise<void> {
    const videos_id = this.#clips.pop();
    if (videos_id !== undefined) return this.#earn(await this.#call('record', { videos_id }));
    const { shares } = await this.#call('incrementShare');
    this.#shares += 1;
    // every acknowledged share counts once
    expect(shares).toBe(this.#shares);
  }

  /** Requests a withdrawal. @returns the request's number */
  async withdraw(amount: string): Promise<string> {
    const { withdrawal } = await this.#call('withdraw', { amount });
    this.balance -= parseMoney(amount);
    return String((withdrawal as { id: number }).id);
  }

  /** Expects that the session is still open, and that the balance has all acknowledged money. */
  async expectNothingLost(balance = this.balance): Promise<void> {
    const { userInfo } = await this.#call('info');
    expect(userInfo).toMatchObject({ balance: formatMoney(balance) });
  }
}

/** Uses the phones without a pause until `work` is done. @returns the number of uses */
export async function under(phones: readonly Phone[], work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let acts = 0;
  const used = Promise.all(
    phones.map(async (phone) => {
      while (!isOver) {
        await phone.act();
        acts += 1;
      }
    }),
  );
  try {
    await Promise.race([work(), used]);
  } finally {
    isOver = true;
  }
  await used;
  return acts;
}
