import { toDatabaseError } from '../database/database-error.ts';
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '../database/open.ts';
import { beginSealing, finishSealing } from '../domain/at-rest/sealing.ts';
import { foldAccounts } from '../domain/folding.ts';
import { fillAccountKeys } from '../domain/payout-accounts/account-keys.ts';
import { seedEmpty } from './seed.ts';

/**
 * Opens the product's database. An embedded one without clips gets the demo; a database that the
 * operator provides is left unchanged.
 * @throws DatabaseError with one line when it cannot be used
 */
export async function openWithDemo(
  options: OpenDatabaseOptions & { readonly warn?: (line: string) => void },
): Promise<OpenDatabase> {
  const database = await openDatabase(options);
  try {
    const collisions = await foldAccounts(database.pool);
    if (collisions > 0) {
      options.log(
        `${collisions} accounts differ from other accounts only by upper and lower case: users collisions lists them`,
      );
    }
    await beginSealing(database, options.warn ?? (() => {}));
    await fillAccountKeys(database.pool);
    if (database.embedded) await finishSealing(database.pool);
    const seeded = database.embedded && (await seedEmpty(database.pool));
    if (seeded) options.log('the database was filled with the demo');
    return database;
  } catch (error) {
    await database.close();
    throw toDatabaseError(error);
  }
}
