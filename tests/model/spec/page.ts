import { labelOf } from '../../../src/debug/charts/words.ts';
import type { Proof } from './prove.ts';
import { type Area, partsOf, type Row } from './row.ts';

const HEAD = `# States and toasts

Every state, validation and toast of the specification: who holds it, and what shows that it is
reached. Drawn by \`tests/model/machines.test.ts\` from what its walks went through on the live
machines (\`npm run docs\` draws it anew). A row fails where no walk shows it, where a machine that
does nothing at that step would show it as well, and where its test is gone or skipped.

- **§** is the specification's section.
- **Held by** names a machine and the transition that leads to a state, *from → to*, or what it begins
  with, and what it does outside, tells and sends meanwhile; a toast or message with its words, as the
  app words them, and the event that brings it; an event that the root makes another of, with who
  hears it.
- **Reached by** is the shortest of the machine's generated walks that shows it.
- **Shown by** is a test that sees the same in the product, or at the limits of a time.

Where the specification asks for a toast because something could not be loaded, the app says it in
the place of what is missing, and beside it stands the button that tries again: that sentence stays
until it is no longer true.
`;

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => `\`${text}\``;

function holderOf(row: Row): string {
  if ('holder' in row) return row.holder;
  if ('toast' in row) return `${code(row.machine)} tells ${code(row.news.type)}: “${row.toast}”`;
  if ('reaches' in row) {
    const { to, event } = row.reaches;
    return `${code(row.machine)} tells ${code(row.news.type)}: ${code(to)} hears ${code(event.type)}`;
  }
  if ('message' in row)
    return `${code(`${row.machine}.${row.state}`)} by ${code(labelOf(row.on))}: “${row.says}”`;
  const { machine, from, to } = partsOf(row);
  const beginning = from ? `${code(`${machine}.${from}`)} →` : `${code(machine)} begins:`;
  const step = `${beginning} ${code(to)}`;
  const acts = [row.does, row.tells, row.sends]
    .flatMap((each) => each ?? [])
    .map(code)
    .join(', ');
  return acts ? `${step}: ${acts}` : step;
}

function reachedBy(proof: Proof | null): string {
  if (!proof) return '';
  const way = proof.way.map(labelOf).join(', ') || 'the beginning';
  return `walk ${proof.walk}: ${way}`;
}

const shownBy = ({ shown }: Row) =>
  shown ? `${code(shown.file.replace('tests/', ''))}: ${shown.title}` : '';

/** An area as a table, each row with its proof. */
function tableOf({ name, rows }: Area, proofs: ReadonlyMap<Row, Proof | null>): string {
  const lines = rows.map((row) =>
    [row.section, row.spec, holderOf(row), reachedBy(proofs.get(row) ?? null), shownBy(row)]
      .map((text) => cell(String(text)))
      .join(' | '),
  );
  return [
    `## ${name}`,
    '',
    '| § | specification | held by | reached by | shown by |',
    '|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
    '',
  ].join('\n');
}

/** `docs/states.md` */
export function drawStates(areas: readonly Area[], proofs: ReadonlyMap<Row, Proof | null>): string {
  const rows = areas.flatMap((area) => area.rows);
  const walked = rows.filter((row) => proofs.get(row)).length;
  const held = rows.filter((row) => 'holder' in row).length;
  const summary = `${rows.length} rows: ${walked} reached by a walk, ${held} held by no machine and shown by a test alone.`;
  const tables = areas.map((area) => tableOf(area, proofs));
  return [HEAD, `${summary}\n`, ...tables].join('\n');
}
