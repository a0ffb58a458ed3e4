import { join } from 'node:path';
import { type Environment, invalid, read } from './config.environment.ts';

/** Sources of the keys that encrypt payout accounts and e-mails in the database. */
export interface KeyConfig {
  /** keys of the environment, the newest first */
  readonly given: readonly string[];
  /** absolute path of the embedded database's key file */
  readonly file: string;
}

export function readDataKeys(env: Environment, dataDir: string): KeyConfig {
  const newest = read(env, 'DATA_KEY');
  const old = read(env, 'DATA_KEY_OLD');
  const file = join(dataDir, 'data-key');
  if (newest === undefined) {
    if (old === undefined) return { given: [], file };
    throw invalid('DATA_KEY', 'is missing: DATA_KEY_OLD needs it');
  }
  return { given: [newest, ...(old?.split(',').map((text) => text.trim()) ?? [])], file };
}
