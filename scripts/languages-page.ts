import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endonyms } from '../contract/endonyms.ts';
import { type Language, languages } from '../contract/languages.ts';

const docs = join(import.meta.dirname, '../docs');
const read = <T>(file: string): T => JSON.parse(readFileSync(join(docs, file), 'utf8'));

/**
 * MQM's severities: a critical error does harm, a major one misleads or disturbs the reader, and a
 * reader corrects a minor one without effort.
 */
const severities = ['critical', 'major', 'minor'] as const;

/** Errors that the reviews of the critical texts found in a language, and how many were corrected. */
type Judged = Record<(typeof severities)[number], { found: number; mended: number }>;

/** The first sentence of a language's glossary: its form of address. */
function registerOf(tag: string): string {
  const file = join(docs, `glossary/${tag}.md`);
  if (!existsSync(file)) return 'not translated yet';
  const [, intro = ''] = readFileSync(file, 'utf8').split(/^# .*\n+/m);
  return (
    intro
      .split('\n\n')[0]
      ?.replaceAll('\n', ' ')
      .match(/^.*?\.(?=\s|$)/)?.[0] ?? ''
  );
}

function qualityOf(judged: Judged | undefined): string {
  if (!judged) return 'not judged yet';
  return severities
    .map((severity) => `${judged[severity].found} ${severity} (${judged[severity].mended} mended)`)
    .join(', ');
}

const DIGITS: Readonly<Record<string, string>> = {
  latn: '123',
  arabext: '۱۲۳',
  beng: '১২৩',
  deva: '१२३',
};

function row({ tag, digits, direction }: Language): string {
  const serves = read<Record<string, string>>('languages/serves.json')[tag];
  if (!serves) throw new Error(`docs/languages/serves.json does not name the readers of ${tag}`);
  const judged = read<Record<string, Judged>>('languages/quality.json')[tag];
  const name = `${endonyms[tag]}${direction === 'rtl' ? ' (right to left)' : ''}`;
  const cells = [tag, name, serves, registerOf(tag), DIGITS[digits] ?? digits, qualityOf(judged)];
  return `| ${cells.join(' | ')} |`;
}

const TABLE = /(<!-- languages -->\n)[\s\S]*?(<!-- \/languages -->)/;

/** Redraws the page's table from the list of languages, the glossaries and the two data files. */
export function withLanguages(page: string): string {
  const rows = languages.filter(({ tag }) => tag !== 'en').map(row);
  const table = [
    '| tag | language | whom it serves | register | digits | errors in the critical set |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  return page.replace(TABLE, (_, open, close) => open + table + close);
}
