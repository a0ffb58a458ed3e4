/** Entries of a process: about 10 MB. */
const MOST_TOKENS = 50_000;

/**
 * The users behind the tokens that this process has seen, the newest ones. It opens nothing: it
 * only says by whom a request is counted before the database is asked.
 */
export class KnownTokens {
  readonly #users = new Map<string, bigint>();

  userOf(token: unknown): bigint | undefined {
    return typeof token === 'string' ? this.#users.get(token) : undefined;
  }

  remember(token: string, userId: bigint): void {
    this.#users.delete(token);
    this.#users.set(token, userId);
    const [oldest] = this.#users.keys();
    if (this.#users.size > MOST_TOKENS && oldest !== undefined) this.#users.delete(oldest);
  }

  forget(token: unknown): void {
    if (typeof token === 'string') this.#users.delete(token);
  }
}
