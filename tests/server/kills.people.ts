import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { type Random, randomOf } from '../../bench/farm/random.ts';
import type { ClaimCall, ClaimResult, SentClaim } from '../../contract/claims.ts';
import { envelope } from '../../contract/envelope.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { DAY } from '../../server/domain/time.ts';
import { type CallName, Client } from './http/client.ts';
import { INVITER_REWARDS, Person } from './kills.person.ts';
import { type DataSizes, tokenOf } from './kills.world.ts';

interface Patience {
  /** time limit of one attempt */
  readonly hangsMs: number;
  /** time limit of one call with all its attempts */
  readonly decidedMs: number;
  readonly retryMs: number;
  /** mean pause between two calls of a phone */
  readonly pauseMs: number;
}

/** Two cores can serve all phones with these times. */
export const PATIENCE: Patience = { hangsMs: 10_000, decidedMs: 60_000, retryMs: 25, pauseMs: 40 };
/** Number of claims in one request. */
const TOGETHER = 20;

/** An acknowledged call, to be repeated under its idempotency key. */
export interface Acknowledged {
  readonly person: number;
  readonly name: CallName;
  readonly input: object;
  readonly key: string;
  readonly text: string;
}

const opOf: Record<Exclude<ClaimCall, 'claimTask'>, string> = {
  record: 'video',
  watchAdReward: 'watch_ad',
  clickAdReward: 'click_ad',
  claimShareReward: 'share_reward',
};

/** Settles a withdrawal like an operator. @returns whether it was paid */
export type Settle = (id: number, random: Random) => Promise<boolean>;

export interface Place {
  readonly urls: readonly string[];
  readonly dataSizes: DataSizes;
  readonly seed: number;
  readonly settle: Settle;
  readonly patience?: Patience;
}

/** People who claim and withdraw; each sends one call at a time. */
export class People {
  readonly people: readonly Person[];
  readonly acknowledged: Acknowledged[] = [];
  /** number of acknowledged entries of the ledger */
  movements = 0;
  /** refusals, which move nothing */
  refused: string[] = [];
  /** attempts without an answer in time */
  hung: string[] = [];
  /** by server: start of the newest attempt that it has answered */
  readonly servedAt: number[];
  /** by server: start of the first attempt of the newest call that it has acknowledged */
  readonly writtenAt: number[];
  readonly #place: Place;
  readonly #patience: Patience;
  #keys = 0;
  #isOver = false;

  constructor(place: Place) {
    this.#place = place;
    this.#patience = place.patience ?? PATIENCE;
    this.people = Array.from(
      { length: place.dataSizes.people },
      (_, index) => new Person(index + 1),
    );
    this.servedAt = place.urls.map(() => 0);
    this.writtenAt = place.urls.map(() => 0);
  }

  /** Runs this many phones in parallel, each with its own people, until `stop`. */
  async run(phones: number, round: number): Promise<void> {
    this.#isOver = false;
    await Promise.all(
      Array.from({ length: phones }, async (_, phone) => {
        const own = this.people.filter(({ number }) => number % phones === phone);
        const random = randomOf(this.#place.seed, `round ${round}, phone ${phone}`);
        while (!this.#isOver) {
          const person = own[random.between(0, own.length - 1)];
          if (person) await this.#act(person, random);
          await delay(random.between(0, 2 * this.#patience.pauseMs));
        }
      }),
    );
  }

  stop(): void {
    this.#isOver = true;
  }

  async #act(person: Person, random: Random): Promise<void> {
    const chosen = random.next();
    if (!person.isWelcomed && chosen < 0.2) return this.#welcome(person, random);
    if (chosen < 0.5) return this.#claimMany(person, random);
    if (chosen < 0.7) return this.#claimOne(person, 'record', random);
    if (chosen < 0.8) return this.#claimOne(person, 'watchAdReward', random);
    if (chosen < 0.85) return this.#claimOne(person, 'clickAdReward', random);
    if (chosen < 0.9) return this.#claimOne(person, 'claimShareReward', random);
    return this.#withdraw(person, random);
  }

  /** Returns the input of a person's next claim; null: the person has claimed everything. */
  #next(person: Person, call: Exclude<ClaimCall, 'claimTask'>): object | null {
    const { clips, ads } = this.#place.dataSizes;
    if (call === 'record') {
      person.clips += 1;
      return person.clips > clips ? null : { videos_id: person.clips };
    }
    if (call === 'claimShareReward') {
      person.days += 1;
      const earned_at = new Date(Date.now() - (person.days - 1) * DAY).toISOString();
      return person.days > 6 ? null : { earned_at };
    }
    // each ad is either watched or followed
    person.ads += 1;
    return person.ads > ads ? null : { ad_id: person.ads };
  }

  async #claimOne(person: Person, call: Exclude<ClaimCall, 'claimTask'>, random: Random) {
    const input = this.#next(person, call);
    if (!input) return;
    const data = await this.#decide(person, call, input, random);
    if (data) this.#note(person, opOf[call], parseMoney(String(data.reward)));
  }

  async #claimMany(person: Person, random: Random): Promise<void> {
    const claims: SentClaim[] = [];
    while (claims.length < TOGETHER && person.clips < this.#place.dataSizes.clips) {
      person.clips += 1;
      claims.push({ key: this.#newKey(), call: 'record', id: person.clips });
    }
    for (let left: readonly SentClaim[] = claims; left.length > 0; ) {
      const data = await this.#decide(person, 'sendClaims', { claims: left }, random);
      const results = (data?.results ?? []) as ClaimResult[];
      for (const result of results) {
        if ('data' in result) this.#note(person, 'video', parseMoney(result.data.reward));
        else if (result.reason !== null) this.refused.push(result.reason);
      }
      // a claim that the server could not decide has the reason null
      const undecided = results.filter((result) => 'reason' in result && result.reason === null);
      left = left.filter(({ key }) => undecided.some((result) => result.key === key));
    }
  }

  async #welcome(person: Person, random: Random): Promise<void> {
    person.isWelcomed = true;
    const data = await this.#decide(person, 'handleLoginReward', {}, random);
    if (!data) return;
    this.#note(person, 'new_user_reward', 10_000n);
    for (const [up, op, amount] of INVITER_REWARDS) {
      const above = this.people[person.number - 1 - up];
      if (above) this.#note(above, op, amount);
    }
  }

  async #withdraw(person: Person, random: Random): Promise<void> {
    const amount = BigInt(random.between(10_000, 15_000));
    const input = { amount: formatMoney(amount) };
    const data = await this.#decide(person, 'withdraw', input, random);
    if (!data) return;
    this.#note(person, 'withdrawal_held', amount);
    const { id } = data.withdrawal as { id: number };
    if (random.happens(0.4)) {
      const cancelled = await this.#decide(person, 'cancelWithdrawal', { id }, random);
      if (cancelled) this.#note(person, 'withdrawal_returned', amount);
      if (cancelled) return;
    }
    const isPaid = await this.#place.settle(id, random);
    this.#note(person, isPaid ? 'withdrawal_paid' : 'withdrawal_returned', amount);
  }

  #note(person: Person, op: string, amount: bigint): void {
    person.note(op, amount);
    this.movements += 1;
  }

  #newKey(): string {
    this.#keys += 1;
    return `kill-${this.#keys}`;
  }

  /**
   * Repeats a call under one idempotency key, at random servers, until a server decides it.
   * @returns the answer's data; null: the call was refused
   */
  async #decide(person: Person, name: CallName, input: object, random: Random) {
    const key = this.#newKey();
    const begun = performance.now();
    for (;;) {
      const server = random.between(0, this.#place.urls.length - 1);
      const text = await this.#attempt({ person: person.number, name, input, key }, server);
      if (text !== null) {
        const { code, data } = v.parse(envelope, JSON.parse(text));
        if (code > 1) throw new Error(`${name}: ${text}`);
        if (code !== 1) this.refused.push(`${name}: ${data?.reason}`);
        // an undecided claim would have another answer if the call is repeated
        else if (!text.includes('"reason":null')) {
          this.acknowledged.push({ person: person.number, name, input, key, text });
          this.writtenAt[server] = Math.max(this.writtenAt[server] ?? 0, begun);
        }
        return code === 1 ? data : null;
      }
      if (performance.now() - begun > this.#patience.decidedMs)
        throw new Error(`${name} is never decided`);
      await delay(this.#patience.retryMs);
    }
  }

  /** @returns the answer's text; null: it is unknown whether the server has done the call */
  async #attempt(call: Omit<Acknowledged, 'text'>, server: number): Promise<string | null> {
    const begun = performance.now();
    const client = new Client(this.#place.urls[server] ?? '', tokenOf(call.person));
    const signal = AbortSignal.timeout(this.#patience.hangsMs);
    const sent = client.send(call.name, call.input, { 'idempotency-key': call.key }, signal);
    const answer = await sent.catch(() => null);
    if (signal.aborted) this.hung.push(`${call.name} at ${client.url}`);
    if (answer === null || answer.status >= 500) return null;
    if (answer.status !== 200) throw new Error(`${call.name}: ${answer.status} ${answer.text}`);
    this.servedAt[server] = Math.max(this.servedAt[server] ?? 0, begun);
    return answer.text;
  }
}
