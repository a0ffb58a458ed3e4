import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';

const inBrowser = ['tests/browser/**/*.test.ts', 'tests/ui/shell.test.ts'];

export default defineConfig({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    pool: 'forks',
    // on two cores: much of a test in a browser is waiting for clips that play
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // a machine that does other things too must not fail a wait
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowser,
          // a starved browser misses a moment now and then; a fault fails twice
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'code',
          include: ['tests/**/*.test.ts'],
          exclude: inBrowser,
          globalSetup: ['tests/server/postgres.setup.ts'],
        },
      },
    ],
  },
});
