/** Environment variables by which `versions.test.ts` sets the versions of a contract suite. */
const {
  /** the checkout whose server and tests run */
  VERSION_CHECKOUT: checkout = '',
  /** the checkout that makes the database's tables first */
  VERSION_BEFORE: before = '',
  /** the folder of the migrations that this checkout's code then runs on these tables */
  VERSION_MIGRATIONS: migrations = '',
} = process.env;

export { before, checkout, migrations };
