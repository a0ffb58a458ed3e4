import { networksOf } from './addresses.ts';

/**
 * Divides a limited resource among networks of addresses. A wider network may use more than a single address, but never
 * more than half of the resource.
 */
export class Shares {
  readonly #all: number;
  readonly #ofOne: number;
  readonly #taken = new Map<string, number>();

  /**
   * @param all size of the resource
   * @param ofOne the part that one address may use
   */
  constructor(all: number, ofOne: number) {
    this.#all = all;
    this.#ofOne = ofOne;
  }

  /** Takes one unit. @returns a function that gives the unit back; null: a network of the address has used its share */
  take(address: string): (() => void) | null {
    const networks = networksOf(address);
    for (const { key, allowance } of networks) {
      const most = Math.max(this.#ofOne, Math.min(allowance * this.#ofOne, this.#all / 2));
      if (this.#of(key) >= most) return null;
    }
    for (const { key } of networks) this.#taken.set(key, this.#of(key) + 1);
    return () => {
      for (const { key } of networks) {
        const left = this.#of(key) - 1;
        if (left === 0) this.#taken.delete(key);
        else this.#taken.set(key, left);
      }
    };
  }

  #of(key: string): number {
    return this.#taken.get(key) ?? 0;
  }
}
