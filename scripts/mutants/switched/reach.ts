import type { Noticed } from '../running.ts';
import type { Runner } from './program.ts';

/** What is known of a file of tests, from each time that it was run. */
interface Known {
  passes: boolean;
  /** the faults that could have been on when it passed; null: it has not yet */
  reached: ReadonlySet<number> | null;
}

/** The files of tests, and what they come to: each run of one that passes tells it of all faults. */
export class Reach {
  readonly #known = new Map<string, Known>();

  /** Whether the file is of no use for a fault: it never comes to it, or fails by itself. */
  isVain(test: string, id: number): boolean {
    const known = this.#known.get(test);
    return known !== undefined && (!known.passes || known.reached?.has(id) === false);
  }

  comesTo(test: string, id: number): boolean {
    return this.#known.get(test)?.reached?.has(id) === true;
  }

  /** @returns what failed while the fault was on, null: nothing */
  async run(test: string, id: number, runner: Runner): Promise<Noticed | null> {
    const { noticed, reached } = await runner.run({ test, on: id });
    if (!noticed) this.#note(test, reached);
    return noticed;
  }

  /** @param isNow whether it must do so once more */
  async passes(test: string, runner: Runner, isNow: boolean): Promise<boolean> {
    const before = this.#known.get(test);
    if (before && !isNow) return before.passes;
    const { noticed, reached } = await runner.run({ test, on: null });
    if (!noticed) {
      this.#note(test, reached);
      return true;
    }
    console.log(`fails without a fault: ${test}: ${noticed.test}\n${noticed.why.split('\n')[0]}`);
    if (!before) this.#known.set(test, { passes: false, reached: null });
    return false;
  }

  #note(test: string, reached: readonly number[]): void {
    const before = this.#known.get(test)?.reached ?? [];
    this.#known.set(test, { passes: true, reached: new Set([...before, ...reached]) });
  }
}
