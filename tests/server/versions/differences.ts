/** An answer of the version before that this version gives otherwise on purpose. */
interface Difference {
  /** the test of the contract suite of the version before that sees it: its name, or the end of it */
  readonly test: string;
  /** why the answer had to change, and what people of the version before notice */
  readonly reason: string;
}

/**
 * What may fail of the suite of the version before on tables of this one, until this version is the one before.
 * One that does not fail any more fails the run: take it away.
 */
export const differences: readonly Difference[] = [];

/** @returns what is wrong with a run: failures that nobody allowed, and allowed ones that did not come */
export function judge(failures: readonly string[], allowed: readonly Difference[]): string[] {
  const isOf =
    ({ test }: Difference) =>
    (failure: string) =>
      failure.includes(`${test}: `);
  return [
    ...failures.filter((failure) => !allowed.some((each) => isOf(each)(failure))),
    ...allowed
      .filter((each) => !failures.some(isOf(each)))
      .map(({ test }) => `allowed to fail, and does not: ${test}`),
  ];
}
