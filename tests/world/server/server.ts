import * as v from 'valibot';
import type { Call } from '../../../contract/call.ts';
import * as calls from '../../../contract/calls.ts';
import type { ClaimCall } from '../../../contract/claims.ts';
import type { SessionEndedCode } from '../../../contract/reasons.ts';
import { Refusal, type Rules } from './claims.ts';
import { type Handler, handlers, type Session } from './handlers.ts';
import { type Account, newAccount } from './ledger.ts';

/** A request and its answer, as the invariants see them. */
export interface Exchange {
  name: string;
  token: string | null;
  key: string | null;
  input: Record<string, unknown>;
  userId: number | null;
  askedAtMs: number;
  atMs: number;
  /** `data`, if the code is 1 */
  data: Record<string, unknown> | null;
  reason: string | null;
  /** time at which a window first received the answer */
  heardAtMs: number | null;
}

const byPath = new Map(
  Object.entries(calls).map(([name, call]) => [`${call.method} ${call.path}`, { name, call }]),
);

const paid: Record<ClaimCall, true> = {
  ...{ watchAdReward: true, clickAdReward: true, record: true },
  ...{ claimShareReward: true, claimTask: true },
};
const isKeyed = (name: string) => name in paid || name === 'withdraw';

/** The server of this world: the rules of the contract about a member's money. */
export class Server {
  readonly rules: Rules = { dailyLimit: 4, extraViews: 2, extraTimes: 1, arePaused: false };
  readonly accounts = [newAccount(1, 'anna'), newAccount(2, 'bert')];
  readonly exchanges: Exchange[] = [];
  readonly sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get nowMs(): number {
    return this.#now();
  }

  account(id: number): Account {
    return this.accounts[id - 1] as Account;
  }

  /** Ends all sessions. */
  endSessions(code: SessionEndedCode): void {
    for (const session of this.sessions.values()) session.ended = code;
  }

  answer(request: {
    method: string;
    path: string;
    token: string | null;
    key: string | null;
    input: Record<string, unknown>;
    askedAtMs: number;
  }): { exchange: Exchange; text: string } {
    const { name, call } = byPath.get(`${request.method} ${request.path}`) ?? {};
    if (!name || !call) throw new Error(`this world has no ${request.path}`);
    const { token, key, input, askedAtMs } = request;
    const exchange: Exchange = {
      ...{ name, token, key, input, askedAtMs, atMs: this.nowMs },
      ...{ userId: this.sessions.get(token ?? '')?.userId ?? null },
      ...{ data: null, reason: null, heardAtMs: null },
    };
    this.exchanges.push(exchange);
    return { exchange, text: JSON.stringify(this.#envelope(call, exchange)) };
  }

  #envelope(call: Call, exchange: Exchange) {
    const session = this.sessions.get(exchange.token ?? '');
    if (call.access === 'private' && (!session || session.ended)) {
      return { code: session?.ended ?? 401, msg: 'the session has ended', data: null };
    }
    const input = v.safeParse(call.takes, exchange.input);
    if (!input.success) {
      const fields = { all: input.issues[0].message };
      return { code: 400, msg: 'malformed', data: { reason: 'invalid_request', fields } };
    }
    try {
      const account = session && !session.ended ? this.account(session.userId) : null;
      exchange.data = this.#once(exchange, account, input.output);
      return { code: 1, msg: 'ok', data: exchange.data };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      exchange.reason = error.reason;
      const { reason, retryAfter } = error;
      return {
        ...{ code: 0, msg: reason },
        data: { reason, ...(retryAfter !== undefined && { retry_after: retryAfter }) },
      };
    }
  }

  /** Answers the same key with the first answer, also with a refusal. */
  #once({ name, key, token }: Exchange, account: Account | null, input: Record<string, unknown>) {
    const handle = handlers[name] as Handler | undefined;
    if (!handle) throw new Error(`this world's server has no ${name}`);
    const run = (input: Record<string, unknown>) =>
      handle({ server: this, account: account as Account, token: token ?? '', input });
    if (!isKeyed(name) || key === null || !account) return run(input);
    return this.replayed(account, { name, key, input }, () => run(input));
  }

  replayed<Result>(
    { answers }: Account,
    { name, key, input }: { name: string; key: string; input: object },
    run: () => Result,
  ): Result {
    const known = answers.get(`${name} ${key}`);
    const text = JSON.stringify(input);
    if (known && known.input !== text) throw new Refusal('idempotency_key_reused');
    if (known instanceof Object) {
      if (known.answer instanceof Refusal) throw known.answer;
      return known.answer as Result;
    }
    try {
      const answer = run();
      answers.set(`${name} ${key}`, { input: text, answer });
      return answer;
    } catch (error) {
      answers.set(`${name} ${key}`, { input: text, answer: error });
      throw error;
    }
  }
}
