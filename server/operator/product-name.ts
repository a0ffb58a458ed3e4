import type { Database } from '../database/database.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { Settings } from '../domain/settings.ts';

/** Whose clips and advertisements those are that name nobody: the operator may have emptied the name. */
export async function readProductName(db: Database): Promise<string> {
  const settings = new Settings({ db });
  await settings.refresh();
  return settings.get('product.name') || settingsTable['product.name'].default;
}
