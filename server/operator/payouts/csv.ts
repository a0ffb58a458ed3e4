import { CsvError as ParseError, parse } from 'csv-parse/sync';

/** The text is not made of lines of as many cells as its first. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** @throws CsvError when a cell could be another column's, or a column is not there */
function checkNames(names: readonly string[], required: readonly string[]): void {
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw new CsvError(`the first line names the column "${twice}" twice`);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CsvError(`the first line must name the columns: ${missing.join(', ')}`);
  }
}

/** One line of a file, by the names in the first. */
export interface CsvRow {
  /** where it ends in the file, from 1 */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** What the cells of a file are apart by: its `sep=` says so, or else its first line. */
function separatorOf(text: string): { separator: string; body: string; skipped: number } {
  const named = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(text);
  if (named) return { separator: named[1] ?? ',', body: text.slice(named[0].length), skipped: 1 };
  const first = text.split(/[\r\n]/, 1)[0] ?? '';
  return {
    separator: [',', ';', '\t'].find((sign) => first.includes(sign)) ?? ',',
    body: text,
    skipped: 0,
  };
}

interface Entry {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parseEntries(body: string, delimiter: string, skipped: number): Entry[] {
  try {
    return parse(body, {
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Entry[];
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const line = Number(error.lines) + skipped;
    const why =
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is wrong';
    throw new CsvError(`line ${line}: ${why}`);
  }
}

/**
 * The lines of a text, each a record by the names in the first, which are read in small letters.
 * Cells are apart by what `sep=` names, or by commas, or where the first line has none by semicolons
 * or tabs.
 * @param required columns that must be there
 * @throws CsvError
 */
export function readCsv(text: string, required: readonly string[]): CsvRow[] {
  const { separator, body, skipped } = separatorOf(text.replace(/^\uFEFF/, ''));
  const [head, ...rows] = parseEntries(body, separator, skipped);
  const names = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  checkNames(names, required);
  return rows
    .filter(({ record }) => record.some((cell) => cell.trim() !== ''))
    .map(({ record, info }) => {
      const line = info.lines + skipped;
      if (record.length !== names.length) {
        throw new CsvError(`line ${line} has ${record.length} cells, not ${names.length}`);
      }
      const cells = record.map((cell, at) => [names[at] ?? '', cell.trim()]);
      return { line, cells: Object.fromEntries(cells) };
    });
}
