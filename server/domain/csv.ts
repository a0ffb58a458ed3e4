/** By it a spreadsheet knows that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A cell that a spreadsheet would take for a formula: it begins with a sign of one, in either width,
 * after blanks and signs that are not seen.
 */
const FORMULA = /^[\p{Cc}\p{Cf}\p{Z}]*[-=+@＝＋－＠−]|^[\t\r\n]/u;

/** In quotes where it needs them (RFC 4180). */
const quoted = (text: string): string =>
  /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** For machines: each cell is exact. */
export const csvOf = (lines: readonly (readonly string[])[]): Buffer =>
  Buffer.from(lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join(''), 'utf8');

/** For people: a cell that a spreadsheet would compute has an apostrophe before it. */
export const csvForReading = (lines: readonly (readonly string[])[]): Buffer =>
  csvOf(lines.map((line) => line.map((text) => (FORMULA.test(text) ? `'${text}` : text))));
