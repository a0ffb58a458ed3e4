import { areas } from './spec/areas.ts';
import { machineOf } from './spec/row.ts';

/** The files of `tests/browser/` that rows of the specification name for a machine. */
export function testsOf(machine: string): string[] {
  const rows = areas.flatMap((area) => area.rows);
  const files = rows.flatMap((row) =>
    machineOf(row) === machine && row.shown ? [row.shown.file] : [],
  );
  return [...new Set(files)].filter((file) => /^tests\/(browser|ui)\//.test(file)).sort();
}

/** Machines without a browser test in any row: the reason, and the test that replaces it. */
export const notInBrowserTests: Readonly<Record<string, string>> = {
  payout: 'runs on the server: tests/server/payout-moves.test.ts',
  watchProgress: 'no screen shows it: tests/ui/watch-progress-actors.test.ts',
  clipCache: 'no screen shows it: tests/browser/kept.test.ts',
  debugCalls: 'for engineers: tests/browser/demo.test.ts',
  locale: 'a language is chosen in tests/browser/first-language.test.ts',
};
