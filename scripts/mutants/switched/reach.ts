import type { Noticed } from '../running.ts';
import type { Runner } from './program.ts';

/** Results of all runs of a test file. */
interface Known {
  passes: boolean;
  /** the faults whose code was run in a passing run; null: no run has passed yet */
  reached: ReadonlySet<number> | null;
}

/** Remembers the faults that each test file reaches: a passing run reports all of them. */
export class Reach {
  readonly #known = new Map<string, Known>();

  /** Is the test file useless for a fault, because it never reaches the fault, or fails without one? */
  isUselessFor(test: string, id: number): boolean {
    const known = this.#known.get(test);
    return known !== undefined && (!known.passes || known.reached?.has(id) === false);
  }

  reaches(test: string, id: number): boolean {
    return this.#known.get(test)?.reached?.has(id) === true;
  }

  /** @returns the failure while the fault was on; null: no failure */
  async run(test: string, id: number, runner: Runner): Promise<Noticed | null> {
    const { noticed, reached } = await runner.run({ test, on: id });
    if (!noticed) this.#note(test, reached);
    return noticed;
  }

  /** @param isNow whether to run the test file again */
  async passes(test: string, runner: Runner, isNow: boolean): Promise<boolean> {
    const before = this.#known.get(test);
    if (before && !isNow) return before.passes;
    const { noticed, reached } = await runner.run({ test, on: null });
    if (!noticed) {
      this.#note(test, reached);
      return true;
    }
    console.log(
      `this test fails without a fault too: ${test}: ${noticed.test}\n${noticed.why.split('\n')[0]}`,
    );
    if (!before) this.#known.set(test, { passes: false, reached: null });
    return false;
  }

  #note(test: string, reached: readonly number[]): void {
    const before = this.#known.get(test)?.reached ?? [];
    this.#known.set(test, { passes: true, reached: new Set([...before, ...reached]) });
  }
}
