import { CsvError as ParseError, parse } from 'csv-parse/sync';

/** The text is no CSV with the same number of cells in each line. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** @throws CsvError when a column has no unique name, or a required one is missing */
function checkNames(names: readonly string[], required: readonly string[]): void {
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw new CsvError(`the first line names the column "${twice}" twice`);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CsvError(`the first line must name the columns: ${missing.join(', ')}`);
  }
}

/** A line of a file, by the names in the first line. */
export interface CsvRow {
  /** number of its last line in the file, from 1 */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The separator of cells: the one in the `sep=` line, else the one of the first line. */
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
 * Parses lines into records by the names in the first line, which are read in lower case. The
 * separator is the one of `sep=`, else the comma, or a semicolon or tab when the first line has no
 * comma.
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
      const cells = record.map((cell, at) => [names[at] ?? '', cell.trim()]);
      return { line, cells: Object.fromEntries(cells) };
    });
}
