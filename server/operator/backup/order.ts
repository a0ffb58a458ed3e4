import type { KeySource } from '../../database/data-keys.ts';
import type { Report } from '../progress.ts';

/** What is to be restored, and where. */
export interface RestoreOrder {
  /** absolute */
  readonly dataDir: string;
  /** what the backup's payout accounts are sealed with */
  readonly dataKeys: KeySource;
  /** absolute; the backup */
  readonly folder: string;
  /** absolute; the operator's ARCHIVE_DIR; null: the backup alone */
  readonly archiveDir: string | null;
  /** the last moment that is restored; null: all that is archived */
  readonly until: Date | null;
  /** who gives the command, for the log of changes */
  readonly who: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  readonly report?: Report | undefined;
}
