/** A cell that a spreadsheet would take for a formula. */
const FORMULA = /^[-=+@\t\r]/;

/** A cell as text that no spreadsheet computes, in quotes where it needs them (RFC 4180). */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvOf = (lines: readonly (readonly string[])[]): Buffer =>
  Buffer.from(lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join(''), 'utf8');

/** The text is not made of lines of as many cells as its first. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** One cell and what ends it; in quotes it may hold anything, a quote twice. */
const cellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');

/** @throws CsvError when a cell could be another column's, or a column is not there */
function checkNames(names: readonly string[], required: readonly string[]): void {
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw new CsvError(`the first line names the column "${twice}" twice`);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CsvError(`the first line must name the columns: ${missing.join(', ')}`);
  }
}

/**
 * The lines of a text, each a record by the names in the first.
 * Cells are apart by commas, or by semicolons where the first line has those alone.
 * @param required columns that must be there
 * @throws CsvError
 */
export function readCsv(text: string, required: readonly string[]): Record<string, string>[] {
  const source = text.replace(/^\uFEFF/, '');
  const first = source.split(/\r?\n/, 1)[0] ?? '';
  const pattern = cellPattern(!first.includes(',') && first.includes(';') ? ';' : ',');
  const lines: string[][] = [[]];
  while (pattern.lastIndex < source.length) {
    const found = pattern.exec(source);
    if (!found) throw new CsvError(`line ${lines.length}: a quote is not closed`);
    const [, quoted, plain = '', end] = found;
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',' && end !== ';') lines.push([]);
    else if (pattern.lastIndex === source.length) lines.at(-1)?.push('');
  }
  const [head = [], ...rows] = lines.filter((line) => line.length > 0);
  const names = head.map((name) => name.trim());
  checkNames(names, required);
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row, index) => {
      if (row.length !== names.length) {
        throw new CsvError(`entry ${index + 1} has ${row.length} cells, not ${names.length}`);
      }
      return Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell.trim()]));
    });
}
