type Cell = string | number | boolean | null;

/** Columns for people, as wide as their longest cell. */
export function table(rows: readonly Readonly<Record<string, Cell>>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
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

/** `name: value` lines for one thing. */
export function card(fields: Readonly<Record<string, Cell>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('\n');
}
