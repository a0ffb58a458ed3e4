/** How `versions.test.ts` tells the run of a contract suite which version is what. */
const {
  /** whose server and tests are run */
  VERSION_CHECKOUT: checkout = '',
  /** whose tables the database has first */
  VERSION_BEFORE: before = '',
  /** a folder: the migrations that it is brought up to date with, by this checkout's code */
  VERSION_MIGRATIONS: migrations = '',
} = process.env;

export { before, checkout, migrations };
