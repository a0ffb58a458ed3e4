import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './house/imports.ts';

/**
 * The test files that take longest, in this order. A long file that begins last runs alone at the end,
 * while the other workers are idle. On a clean checkout vitest sorts by file size, and the longest test
 * files are small: they import the tested code.
 */
export const longest: readonly string[] = [
  'tests/model/machines.test.ts',
  'tests/world/world.test.ts',
  'tests/model/invariants.test.ts',
  'tests/server/ha-kills.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/versions.test.ts',
  'tests/server/archive.test.ts',
  'tests/server/archive-damage.test.ts',
  'tests/server/operator-odd-films.test.ts',
  'tests/server/ledger-model.test.ts',
  'tests/server/deploying.test.ts',
  'tests/server/year.test.ts',
  'tests/server/import-crash.test.ts',
  'tests/server/http-contract.test.ts',
  'tests/server/deletion-backup.test.ts',
  'tests/server/payout-crash.test.ts',
  'tests/server/operator-renditions.test.ts',
  'tests/server/move.test.ts',
  'tests/server/http-start.test.ts',
  'tests/server/rolling.test.ts',
  'tests/server/backup-page.test.ts',
  'tests/server/media-elsewhere.test.ts',
  'tests/server/launcher.test.ts',
  'tests/server/payout-approval.test.ts',
  'tests/server/media-import-crash.test.ts',
  'tests/server/kills.test.ts',
  'tests/browser/seeds.test.ts',
  'tests/browser/user-text.test.ts',
  'tests/browser/not-started.test.ts',
  'tests/browser/worker.test.ts',
  'tests/browser/languages.test.ts',
  'tests/browser/words.test.ts',
  'tests/browser/sessions.test.ts',
  'tests/browser/feed-states.test.ts',
  'tests/ui/shell.test.ts',
  'tests/browser/feed.test.ts',
  'tests/browser/journey.test.ts',
  'tests/browsers/lost-code.test.ts',
  'tests/browsers/journey.test.ts',
  'tests/browsers/feed.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.indexOf(relative(root, moduleId));
  return at < 0 ? longest.length : at;
};

/** Within each project the longest files come first, then the others in vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    return [...byProject.values()].flatMap((some) =>
      some.toSorted((one, other) => placeOf(one) - placeOf(other)),
    );
  }
}
