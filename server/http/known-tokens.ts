/** Limit of this process' cache: about 10 MB. */
const MAX_TOKENS = 50_000;

/**
 * Cache of the users of the newest tokens of this process. It grants no access: with it, a request
 * is counted for its user before the database is queried.
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
    if (this.#users.size > MAX_TOKENS && oldest !== undefined) this.#users.delete(oldest);
  }

  forget(token: unknown): void {
    if (typeof token === 'string') this.#users.delete(token);
  }
}
