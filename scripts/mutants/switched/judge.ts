import type { Fault } from '../fault.ts';
import type { Compiler } from '../project.ts';
import type { Judged } from '../report.ts';
import { isNamedFor, type TestSelection, testsInBrowser } from '../test-selection.ts';
import { likenessTo } from './alike.ts';
import type { Runner } from './program.ts';
import { Reach } from './reach.ts';
import type { Switched } from './text.ts';

/** The test files that may run with a fault, the likeliest to notice the fault first. */
export interface Order {
  /** tests in Node, or named for the file: these run before the compiler */
  near: string[];
  far: string[];
}

/** @param isSelected whether a test file may run at all */
export function orderOf(testSelection: TestSelection, isSelected: (test: string) => boolean) {
  const inBrowser = testsInBrowser().filter(isSelected);
  const likeness = likenessTo(inBrowser);
  return (fault: Fault): Order => {
    const inNode = testSelection.testsOf(fault).flat();
    const alike = inBrowser
      .map((test) => ({ test, likeness: likeness(fault, test) }))
      .sort((a, b) => b.likeness - a.likeness)
      .map(({ test }) => test);
    const isOfServer = (test: string) => test.startsWith('tests/server/');
    const near = [
      ...new Set(inNode.map(({ file }) => file).filter((test) => !isOfServer(test))),
      ...alike.filter((test) => isNamedFor(test, fault.file)),
    ];
    return { near, far: alike.filter((test) => !near.includes(test)) };
  };
}

type Found = Pick<Judged, 'verdict' | 'by'>;

/** Messages of a timeout: the computer may only have been slow. */
const WAITED = /timed out|timeout|did not succeed in time/i;

interface Means {
  orderOf: (fault: Fault) => Order;
  compiler: Pick<Compiler, 'refuses'>;
  importersOf: TestSelection['importersOf'];
  /** how many of the test files that reach the fault are run; null: all */
  nearest: number | null;
}

export class Judge {
  readonly #means: Means;
  readonly #reach = new Reach();
  /** fault and test file of each run */
  readonly #tried = new Set<string>();

  constructor(means: Means) {
    this.#means = means;
  }

  async judge({ fault, id }: Switched, runner: Runner): Promise<Found> {
    const { orderOf, compiler, importersOf, nearest } = this.#means;
    const { near, far } = orderOf(fault);
    const most = nearest ?? near.length + far.length;
    const noticed = await this.#noticedBy(id, near, most, runner);
    if (noticed?.verdict === 'caught') return noticed;
    if (compiler.refuses(fault, importersOf(fault.file))) return { verdict: 'compiler', by: 'tsc' };
    const later = await this.#noticedBy(
      id,
      far,
      most - this.#testsThatReached(id, near).length,
      runner,
    );
    const found = later ?? noticed;
    if (found) return found;
    const shown = this.#testsThatReached(id, [...near, ...far]);
    return {
      verdict: 'unseen',
      by: shown.length === 0 ? 'never run' : `run by ${shown.join(' ')}`,
    };
  }

  #testsThatReached(id: number, tests: readonly string[]): string[] {
    return tests.filter(
      (test) => this.#tried.has(`${id} ${test}`) && this.#reach.reaches(test, id),
    );
  }

  /** @returns null: no test has noticed the fault */
  async #noticedBy(
    id: number,
    tests: readonly string[],
    most: number,
    runner: Runner,
  ): Promise<Found | null> {
    let late: Found | null = null;
    for (const test of tests) {
      if (this.#testsThatReached(id, tests).length >= most) break;
      if (this.#reach.isUselessFor(test, id)) continue;
      this.#tried.add(`${id} ${test}`);
      const noticed = await this.#reach.run(test, id, runner);
      if (!noticed) continue;
      const found = `${test}: ${noticed.test}`;
      if (await this.#reach.passes(test, runner, WAITED.test(noticed.why))) {
        return { verdict: 'caught', by: found };
      }
      late = { verdict: 'late', by: found };
    }
    return late;
  }
}
