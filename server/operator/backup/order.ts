import type { KeySource } from '../../database/data-keys.ts';
import type { Report } from '../progress.ts';

/** Source, target and moment of a restore. */
export interface RestoreOrder {
  /** absolute */
  readonly dataDir: string;
  /** keys that seal the backup's payout accounts */
  readonly dataKeys: KeySource;
  /** absolute path of the backup */
  readonly folder: string;
  /** absolute path of the ARCHIVE_DIR; null: only the backup is restored */
  readonly archiveDir: string | null;
  /** the last moment to restore; null: the whole archive */
  readonly until: Date | null;
  /** name of the operator, for the audit log */
  readonly who: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  readonly report?: Report | undefined;
}
