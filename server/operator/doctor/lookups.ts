import type pg from 'pg';
import { countWrongLookups } from '../../domain/account-lookups.ts';
import { type Finding, good, wrong } from './finding.ts';

/**
 * Checks that look-up rows match their accounts. Both are written in one transaction, so they differ
 * only after a partial restore.
 */
export async function lookAtLookups(pool: pg.Pool): Promise<Finding> {
  const { missing, stray } = await countWrongLookups(pool);
  if (missing + stray === 0) {
    return good('look-ups', 'each name, e-mail and invite code leads to its account');
  }
  return wrong(
    'look-ups',
    'bad',
    `${missing} names, e-mails or invite codes lead to no account, and ${stray} to a wrong one`,
    'restore all of the database as it was at one moment',
  );
}
