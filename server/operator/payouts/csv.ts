import { CsvError as ParseError, parse } from 'csv-parse/sync';

/** The file is invalid: a column name, a number of cells or a quotation mark is wrong. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** @throws CsvError when two columns have the same name, or a required column is missing */
function checkNames(names: readonly string[], required: readonly string[]): void {
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new CsvError(`the first line names the column "${repeated}" twice`);
  }
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CsvError(`the first line must name the columns: ${missing.join(', ')}`);
  }
}

/** A row of the file: its cells by the column names in the first line. */
export interface CsvRow {
  /** number of the row's last line in the file, from 1; a quoted cell may contain line ends */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/**
 * Finds the separator of cells: the sign in a `sep=` line; else the comma, the semicolon or the tab, in this order of
 * preference, if the first line contains it; else the comma. `body` is the text without the `sep=` line, and `skipped`
 * the number of removed lines.
 */
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
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is misplaced';
    throw new CsvError(`line ${line}: ${why}`);
  }
}

/**
 * Reads a CSV file whose first line names the columns; the names become lower case. Cells lose the blanks at their
 * ends, and rows without any text are left out.
 * @param required columns that must exist
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
      const cells = record.map((cell, index) => [names[index] ?? '', cell.trim()]);
      return { line, cells: Object.fromEntries(cells) };
    });
}
