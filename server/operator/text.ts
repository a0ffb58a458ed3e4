export type Cell = string | number | boolean | null;

/** Characters that move the cursor, end the line or change its direction: texts of users may contain them. */
const UNSAFE_CHARACTERS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes a value for one line of output; zero-width joiners stay, because names need them. */
const shown = (value: Cell | undefined) =>
  String(value ?? '-').replace(
    UNSAFE_CHARACTERS,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );

/** Escapes a text for a terminal, line by line. */
export const printed = (text: string): string => text.split('\n').map(shown).join('\n');

/** Writes JSON without characters that affect a terminal. */
export const printedJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replace(UNSAFE_CHARACTERS, asJson))
    .join('\n');

const asJson = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => {
    return `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');

/** Formats columns for people, as wide as their longest cell. */
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

/** Lines of `name: value` for one object. */
export function card(fields: Readonly<Record<string, Cell>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n');
}
