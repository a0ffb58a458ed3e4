import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './catalogue.ts';
import { terms } from './terms.ts';

export interface Glossary {
  /** by term: word stems, one of which a translation must contain; `*` matches any text */
  stems: Map<string, string[]>;
  /** by English text: terms that its translation may express otherwise, with the reason */
  freed: Map<string, Map<string, string>>;
  /** by English text: why its translation may be identical */
  same: Map<string, string>;
  problems: string[];
}

const glossaryFile = (tag: string) => `docs/glossary/${tag}.md`;

/** The rows of the table under a heading, without the table's header. */
function rowsUnder(text: string, heading: string): string[][] {
  const section = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(text);
  const lines = (section?.[1] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Reads `docs/glossary/{tag}.md`; errors of the file are in `problems`. */
export function readGlossary(tag: string): Glossary {
  const glossary: Glossary = { stems: new Map(), freed: new Map(), same: new Map(), problems: [] };
  const file = join(root, glossaryFile(tag));
  if (!existsSync(file)) return glossary;
  const text = readFileSync(file, 'utf8').normalize('NFC');
  for (const [term = '', , stems = ''] of rowsUnder(text, 'Terms')) {
    const list = stems.split(',').map((stem) => stem.trim());
    glossary.stems.set(term, list.filter(Boolean));
  }
  for (const [term = '', message = '', reason = ''] of rowsUnder(text, 'Exceptions')) {
    const freed = glossary.freed.get(message) ?? new Map<string, string>();
    glossary.freed.set(message, freed.set(term, reason));
  }
  for (const [message = '', reason = ''] of rowsUnder(text, 'Same as English')) {
    glossary.same.set(message, reason);
  }
  glossary.problems.push(...wrongRows(glossary));
  return glossary;
}

function wrongRows({ stems, freed, same }: Glossary): string[] {
  const lacking = Object.keys(terms).filter((term) => !stems.get(term)?.length);
  const unknown = [...stems.keys()].filter((term) => !(term in terms));
  const unreasoned = [
    ...[...freed].flatMap(([message, each]) =>
      [...each.values()].some((reason) => !reason) ? [message] : [],
    ),
    ...[...same].flatMap(([message, reason]) => (reason ? [] : [message])),
  ];
  return [
    ...lacking.map((term) => `glossary: no stems for “${term}”`),
    ...unknown.map((term) => `glossary: unknown term “${term}”`),
    ...unreasoned.map((message) => `glossary: no reason for “${message}”`),
  ];
}

/** The terms of an English text that its translation lacks. */
export function termsLost(
  glossary: Glossary,
  tag: string,
  message: string,
  translation: string,
): string[] {
  // a soft hyphen or a zero-width space does not split a word
  const whole = translation.replace(/[\u00ad\u200b]/g, '');
  const said = whole.normalize('NFC').toLocaleLowerCase(tag);
  return Object.entries(terms)
    .filter(([term, pattern]) => pattern.test(message) && !glossary.freed.get(message)?.has(term))
    .filter(([term]) => {
      const stems = glossary.stems.get(term) ?? [];
      return !stems.some((stem) => isSaid(stem.toLocaleLowerCase(tag), said));
    })
    .map(([term]) => term);
}

function isSaid(stem: string, said: string): boolean {
  let from = 0;
  for (const piece of stem.split('*')) {
    const at = said.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
