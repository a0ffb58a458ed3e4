import { areas } from './spec/areas.ts';
import { machineOf } from './spec/row.ts';

/** Returns the files of `tests/browser/` and `tests/ui/` that the specification's rows name for a machine. */
export function testsOf(machine: string): string[] {
  const rows = areas.flatMap((area) => area.rows);
  const files = rows.flatMap((row) =>
    machineOf(row) === machine && row.shown ? [row.shown.file] : [],
  );
  return [...new Set(files)].filter((file) => /^tests\/(browser|ui)\//.test(file)).sort();
}

/** Machines without such a file in any row: the reason, and the test that replaces it. */
export const notInBrowserTests: Readonly<Record<string, string>> = {
  payout: 'runs on the server: tests/server/payout-moves.test.ts',
  watchProgress: 'no screen shows it: tests/ui/watch-progress-actors.test.ts',
  clipCache: 'no screen shows it: tests/browser/kept.test.ts',
  debugCalls: 'for engineers: tests/browser/demo.test.ts',
  locale: 'a language is chosen in tests/browser/first-language.test.ts',
};
