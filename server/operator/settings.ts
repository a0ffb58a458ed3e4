import { Settings } from '../domain/settings.ts';
import type { OperatorContext } from './command.ts';

/** Reads the current settings. */
export async function readSettings({ db }: Pick<OperatorContext, 'db'>): Promise<Settings> {
  const settings = new Settings({ db });
  await settings.refresh();
  return settings;
}
