/** A planted fault of the server, and the tests that must notice it. */
export interface Mutant {
  /** the wrong behaviour */
  readonly fault: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** files below tests/server */
  readonly tests: readonly string[];
}
