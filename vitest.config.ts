import { globSync } from 'node:fs';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';
import { splitSource } from './scripts/source-catalogue.ts';
import { LongestFirst } from './tests/longest-first.ts';

const cwd = import.meta.dirname;
const inBrowser = ['tests/{browser,browsers}/**/*.test.ts', 'tests/ui/shell.test.ts'];

/** Playwright's errors for calls that were open when their page or context was closed. */
const CLOSED = /Target page, context or browser has been closed|Request context disposed/;

export default defineConfig({
  plugins: [splitSource(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    pool: 'forks',
    // more workers than the two cores: tests in a browser often wait while clips play
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/seed.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // ignores calls that were open when a test closed its page; a page lost during a test still fails it
    onUnhandledError: ({ message }) => !CLOSED.test(message),
    // long enough for a computer that is busy with other work
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
          // test files share loaded modules, because each has its own server and windows: loading
          // Playwright again took 0.6 s a file, and a server in the test's process starts sooner
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
          // test files share loaded modules, because each works on its own database
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'code',
          // a list of files: an `exclude` of this project would replace the command line's `--exclude`
          include: globSync('tests/{contract,house,model,ui,world}/**/*.test.ts', { cwd }).filter(
            (file) => !inBrowser.includes(file),
          ),
          // test files share loaded modules, because they leave no state in them
          isolate: false,
          // walks of machines create millions of states: more space for new objects means fewer collections
          execArgv: ['--max-semi-space-size=64'],
        },
      },
    ],
  },
});
