import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'forks',
    // two cores: one for a test file, one for the Postgres or browser that it drives
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // a machine that does other things too must not fail a wait
    expect: { poll: { timeout: 15_000 } },
    globalSetup: ['tests/server/postgres.setup.ts'],
  },
});
