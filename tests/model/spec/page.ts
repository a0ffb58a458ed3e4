import { labelOf } from '../../../src/debug/charts/words.ts';
import type { Proof } from './prove.ts';
import { type Area, partsOf, type Row } from './row.ts';

const HEAD = `# States and toasts

Every state, validation and toast of the specification, with the machine that has it and the proof that the
app reaches it. \`npm run docs\` writes this page: \`tests/model/machines.test.ts\` walks through the live machines
and draws it from their steps. The test of a row fails if no walk reaches the row, if a machine without
any effect at that step would reach it as well, or if the row’s test is missing or skipped.

- **§** is the specification's section.
- **Held by** names a machine and its transition to the state, *from → to*, or its first state (“begins”). After
  the colon are its actions, its events to the root and its events to its own actors. For a toast or a
  message it names the event, and the text as the app shows it. For an event to another machine it
  names that event, and the machine that “hears” it. A row without a machine names a file or a part of the app.
- **Reached by** is the shortest of the machine's generated walks that reaches the row.
- **Shown by** is a test that shows the same in the product, or just before and after the end of a delay.

If data cannot be loaded, the specification asks for a toast. The app shows a message in the place of the
data instead, beside a button “Retry”: the message stays until the data is loaded.
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

/** Returns an area as a Markdown table, each row with its proof. */
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

/** Returns the text of `docs/states.md`. */
export function drawStates(areas: readonly Area[], proofs: ReadonlyMap<Row, Proof | null>): string {
  const rows = areas.flatMap((area) => area.rows);
  const walked = rows.filter((row) => proofs.get(row)).length;
  const held = rows.filter((row) => 'holder' in row).length;
  const summary = `${rows.length} rows: ${walked} reached by a walk, ${held} held by no machine and shown by a test alone.`;
  const tables = areas.map((area) => tableOf(area, proofs));
  return [HEAD, `${summary}\n`, ...tables].join('\n');
}
