/** A simulated actor: each yielded value is the milliseconds until its next action. */
export type Life = AsyncGenerator<number, void>;

/** A simulated clock that jumps to the next action. */
export class Clock {
  #now: number;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  readonly now = (): Date => new Date(this.#now);

  /** milliseconds since 1970 */
  get time(): number {
    return this.#now;
  }

  /**
   * Runs all lives until a moment, in the order of their times; lives with the same time run at once,
   * as many people do.
   */
  async run(lives: readonly Life[], until: Date): Promise<void> {
    const all = lives.map((life) => ({ life, at: this.#now }));
    const end = until.getTime();
    for (;;) {
      const at = all.reduce((least, one) => Math.min(least, one.at), end);
      this.#now = at;
      if (at >= end) return;
      const due = all.filter((one) => one.at === at);
      await Promise.all(
        due.map(async (one) => {
          const step = await one.life.next();
          one.at = step.done ? Number.POSITIVE_INFINITY : at + Math.max(0, step.value);
        }),
      );
    }
  }
}
