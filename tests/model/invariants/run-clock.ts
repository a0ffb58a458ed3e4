/** A timer of a machine that runs on a `RunClock`. */
export interface Timer {
  type: string;
  /** the moment of the run that set the timer */
  moment: number;
  lengthMs: number;
  dueMs: number;
  fire: () => void;
}

/** A clock that advances only with the run. */
export class RunClock {
  nowMs = 0;
  timers = new Map<number, Timer>();
  #lastId = 0;
  #about: () => Pick<Timer, 'type' | 'moment'>;

  /** @param about returns type and moment of the timer that is being set */
  constructor(about: () => Pick<Timer, 'type' | 'moment'>) {
    this.#about = about;
  }
  setTimeout = (fire: () => void, lengthMs: number) => {
    this.#lastId += 1;
    const dueMs = this.nowMs + lengthMs;
    this.timers.set(this.#lastId, { ...this.#about(), lengthMs, dueMs, fire });
    return this.#lastId;
  };
  clearTimeout = (id: number) => {
    this.timers.delete(id);
  };
  next(): Timer | undefined {
    return [...this.timers.values()].sort((one, other) => one.dueMs - other.dueMs)[0];
  }
  /** Advances without reaching the next timer. */
  pass(byMs: number): void {
    const next = this.next();
    const most = next ? Math.max(next.dueMs - this.nowMs - 1, 0) : byMs;
    this.nowMs += Math.min(byMs, most);
  }
  fire(timer: Timer): void {
    for (const [id, each] of this.timers) if (each === timer) this.timers.delete(id);
    this.nowMs = timer.dueMs;
    timer.fire();
  }
}
