import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder with the migrations before a number. */
export function migrationsBefore(number: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = globSync(join(import.meta.dirname, '../../server/database/migrations/*.sql'));
  for (const file of all.filter((path) => basename(path) < number)) {
    cpSync(file, join(folder, basename(file)));
  }
  return folder;
}
