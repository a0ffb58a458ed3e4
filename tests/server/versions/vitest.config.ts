import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { checkout } from './env.ts';

/** The contract suite of one version's checkout, on tables that another version has migrated. */
export default defineConfig({
  root: checkout,
  cacheDir: join(checkout, '.cache/vite'),
  test: {
    include: ['tests/server/http-contract.test.ts'],
    globalSetup: [join(import.meta.dirname, 'tables.setup.ts')],
    setupFiles: ['tests/seed.setup.ts', 'tests/server/hashes.setup.ts'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
