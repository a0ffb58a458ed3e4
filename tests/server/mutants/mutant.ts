/** A fault planted in a copy of the server, and the tests that must notice it. */
export interface Mutant {
  /** what goes wrong */
  readonly fault: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** files below tests/server */
  readonly tests: readonly string[];
}
