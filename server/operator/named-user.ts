import type { Database } from '../database/database.ts';
import { findAccount } from '../domain/find-account.ts';
import { OperatorError } from './command.ts';

/**
 * The key of the user that a command names by user name or e-mail.
 *
 * @throws OperatorError when there is none
 */
export async function namedUser(db: Database, name: string): Promise<bigint> {
  const userId = await findAccount(db, name);
  if (userId === null) throw new OperatorError(`there is no user "${name}"`);
  return userId;
}
