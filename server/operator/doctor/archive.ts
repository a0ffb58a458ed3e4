import type pg from 'pg';
import { archiveFailureReason, readArchiveState } from '../../database/archive-watch.ts';
import { type Archive, folderOfArchive } from '../../database/embedded/archive.ts';
import { type Finding, good, wrong } from './finding.ts';

/**
 * Checks that the log reaches the archive of the embedded database.
 * @param archive the server's archive; null: none is set up
 */
export async function lookAtArchive(pool: pg.Pool, archive: Archive | null): Promise<Finding> {
  if (archive === null) {
    return good(
      'archive',
      'there is no archive: the database can be restored only to the state of a backup',
    );
  }
  const { age, isFailing, folder } = await readArchiveState(pool);
  const last = age === null ? 'never' : `${Math.ceil(age / 60)} min ago`;
  return isFailing || folder === ''
    ? wrong(
        'archive',
        'bad',
        `Postgres cannot archive its log (last success: ${last}): ${await archiveFailureReason(folder)}`,
        'see "When the archive fails" in docs/backing-up.md',
      )
    : good(
        'archive',
        `Postgres archives its log in ${folderOfArchive(archive)} (last success: ${last})`,
      );
}
