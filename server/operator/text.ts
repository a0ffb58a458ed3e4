export type Cell = string | number | boolean | null;

/** Moves the cursor, ends the line or turns its direction: what others have typed may hold it. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One line that stands where it is printed; joiners, which names need, stay. */
const shown = (value: Cell | undefined) =>
  String(value ?? '-').replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** What is printed: its own lines, and nothing in them that does something to a terminal. */
export const printed = (text: string): string => text.split('\n').map(shown).join('\n');

/** One JSON document that says the same, without a sign that does something to a terminal. */
export const printedJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replace(UNSEEN, asJson))
    .join('\n');

const asJson = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => {
    return `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');

/** Columns for people, as wide as their longest cell. */
export function table(rows: readonly Readonly<Record<string, Cell>>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => shown(row[name])))];
  const widths = names.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `1 payment`, `2 payments`. */
export const counted = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`;

/** `name: value` lines for one thing. */
export function card(fields: Readonly<Record<string, Cell>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n');
}
