import type { Database } from '../database/database.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { Settings } from '../domain/settings.ts';

/**
 * The author of clips and advertisements without one; the default name when the operator has emptied
 * the setting.
 */
export async function readProductName(db: Database): Promise<string> {
  const settings = new Settings({ db });
  await settings.refresh();
  return settings.get('product.name') || settingsTable['product.name'].default;
}
