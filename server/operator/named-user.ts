import type { Database } from '../database/database.ts';
import { findAccount } from '../domain/find-account.ts';
import { OperatorError } from './command.ts';

/**
 * Returns the id of the user with a name or e-mail.
 *
 * @throws OperatorError when there is none
 */
export async function namedUser(db: Database, name: string): Promise<bigint> {
  const userId = await findAccount(db, name);
  if (userId === null) throw new OperatorError(`there is no user "${name}"`);
  return userId;
}
