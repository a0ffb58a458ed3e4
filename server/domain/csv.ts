/** Marks the text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A cell that a spreadsheet may take for a formula: it begins with a tab or a line break, or with a formula sign, ASCII
 * or full-width, after blanks and invisible characters.
 */
const FORMULA = /^[\p{Cc}\p{Cf}\p{Z}]*[-=+@＝＋－＠−]|^[\t\r\n]/u;

/** Quotes a cell where that is necessary (RFC 4180). */
const quoted = (text: string): string =>
  /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** CSV for programs: each cell is exact. */
export const csvOf = (lines: readonly (readonly string[])[]): Buffer =>
  Buffer.from(lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join(''), 'utf8');

/** CSV for people: an apostrophe precedes a cell that a spreadsheet would compute. */
export const csvForSpreadsheet = (lines: readonly (readonly string[])[]): Buffer =>
  csvOf(lines.map((line) => line.map((text) => (FORMULA.test(text) ? `'${text}` : text))));
