import { globSync } from 'node:fs';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';
import { splitSource } from './scripts/source-catalogue.ts';
import { LongestFirst } from './tests/longest-first.ts';

const cwd = import.meta.dirname;
const inBrowser = ['tests/{browser,browsers}/**/*.test.ts', 'tests/ui/shell.test.ts'];

/** As Playwright says it of calls that its closed page, or context, does not answer any more. */
const CLOSED = /Target page, context or browser has been closed|Request context disposed/;

export default defineConfig({
  plugins: [splitSource(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    pool: 'forks',
    // on two cores: much of a test in a browser is waiting for clips that play
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/seed.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // what was on its way to a page when its test closed it: a page that is lost during a test fails it
    onUnhandledError: ({ message }) => !CLOSED.test(message),
    // a machine that does other things too must not fail a wait
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowser,
          globalSetup: [
            'tests/postgres/demo.setup.ts',
            'tests/browser/chromium.setup.ts',
            'tests/browser/clips.setup.ts',
          ],
          setupFiles: ['tests/server/hashes.setup.ts'],
          // each has a server and windows of its own; to load Playwright anew took 0.6 s a file, and a
          // server that starts in its test's process finds its code loaded
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/postgres/migrated.setup.ts'],
          setupFiles: ['tests/server/hashes.setup.ts'],
          // each works on a database of its own; what they import is the same for all of them
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'code',
          // named one by one: an `exclude` of its own would put those of the command line out of force
          include: globSync('tests/{contract,house,model,ui,world}/**/*.test.ts', { cwd }).filter(
            (file) => !inBrowser.includes(file),
          ),
          // what these import is the same for all of them, and they leave nothing behind in it
          isolate: false,
          // the walks of machines make states by the million: more room for new ones is less collecting
          execArgv: ['--max-semi-space-size=64'],
        },
      },
    ],
  },
});
