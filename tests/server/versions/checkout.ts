import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Migrates a database with the code of another checkout. */
export function migrateAs(checkout: string, url: string): void {
  const module = join(checkout, 'server/database/migrate.ts');
  const code = `await (await import(${JSON.stringify(module)})).migrate(${JSON.stringify(url)})`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'pipe' });
}
