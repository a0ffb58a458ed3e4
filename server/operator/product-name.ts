import type { Database } from '../database/database.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { Settings } from '../domain/settings.ts';

/**
 * Returns the product's name, which is the default author of clips and advertisements. An empty setting
 * means the default name.
 */
export async function readProductName(db: Database): Promise<string> {
  const settings = new Settings({ db });
  await settings.refresh();
  return settings.get('product.name') || settingsTable['product.name'].default;
}
