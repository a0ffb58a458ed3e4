import fc from 'fast-check';

/** The seed of all properties: fixed, unless `TEST_SEED=7` sets another one. */
const { TEST_SEED = '1' } = process.env;
if (!/^\d{1,9}$/.test(TEST_SEED)) throw new Error(`TEST_SEED ${TEST_SEED}: not a whole number`);

fc.configureGlobal({ seed: Number(TEST_SEED) });
