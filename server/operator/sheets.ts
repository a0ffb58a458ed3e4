import { csvForSpreadsheet } from '../domain/csv.ts';
import { type OperatorContext, UsageError } from './command.ts';
import { pathOf, refuseExisting, writeAtomically } from './payouts/export.ts';

const cellOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** @throws UsageError when the file's name does not end with .csv */
export function readCsvOption(file: string | undefined): string | null {
  if (file !== undefined && !file.endsWith('.csv')) {
    throw new UsageError(`--csv must be a file whose name ends with .csv, not "${file}"`);
  }
  return file ?? null;
}

/**
 * Writes rows for people to open in a spreadsheet: no cell is a formula there.
 * @param rows all with the same fields, whose names are the first line
 * @returns the file's whole path
 * @throws OperatorError when the file exists already
 */
export async function writeSheet(
  context: OperatorContext,
  file: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<string> {
  const path = pathOf(context, file);
  await refuseExisting(context.disk, path);
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])));
  await writeAtomically(context.disk, path, csvForSpreadsheet([names, ...lines]));
  return path;
}
