/** Owner of timers: the timers of a killed page never fire. */
export interface Owner {
  isAlive: boolean;
}

interface Timer {
  id: number;
  atMs: number;
  act: () => void;
  owner: Owner;
  everyMs: number | null;
}

/** Waits until all promises that can settle have settled. */
const allSettled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Simulated time, which jumps from timer to timer. */
export class Clock {
  /** the true time, equal to the server's */
  nowMs: number;
  /** uncaught errors */
  readonly faults: unknown[] = [];
  #timers: Timer[] = [];
  #lastId = 0;
  #look: () => void = () => undefined;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** @param look called when a run begins, and after each timer */
  onChange(look: () => void): void {
    this.#look = look;
  }

  after(ms: number, act: () => void, owner: Owner, everyMs: number | null = null): number {
    this.#lastId += 1;
    const wait = Number.isFinite(ms) ? Math.max(ms, 0) : 0;
    this.#insert({ id: this.#lastId, atMs: this.nowMs + wait, act, owner, everyMs });
    return this.#lastId;
  }

  cancel(id: unknown): void {
    const at = this.#timers.findIndex((timer) => timer.id === id);
    if (at >= 0) this.#timers.splice(at, 1);
  }

  /** Catches errors as a browser does: the page continues. */
  guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.faults.push(error);
    }
  }

  async run(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    await this.settle();
    for (;;) {
      const [next] = this.#timers;
      if (!next || next.atMs > endMs) break;
      this.#timers.shift();
      if (!next.owner.isAlive) continue;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      if (next.everyMs !== null) {
        this.#insert({ ...next, atMs: this.nowMs + Math.max(next.everyMs, 1) });
      }
      this.guarded(next.act);
      await this.settle();
    }
    this.nowMs = endMs;
  }

  async settle(): Promise<void> {
    await allSettled();
    this.#look();
  }

  /** The device sleeps: timers that become due fire when it wakes. */
  sleep(ms: number): void {
    this.nowMs += ms;
  }

  #insert(timer: Timer): void {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle] as Timer).atMs <= timer.atMs) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }
}
