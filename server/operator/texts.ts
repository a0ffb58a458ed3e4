import { languages } from '../../contract/languages.ts';
import type { ByLanguage, Texts } from '../domain/texts.ts';
import { type Arguments, UsageError } from './command.ts';
import { readText } from './options.ts';
import { card } from './text.ts';

/** Prefix of a text for one language: `de=`, `pt-PT=`. */
const TAGGED = /^([a-z]{2,3}(?:-[a-z0-9]{2,8})*)=/i;

/** Help on texts by language. */
export const TEXTS_HELP = `Texts that people read (titles, names, hints, slogans) may be given by language: everybody reads --title TEXT,
German readers read --title de=TEXT instead, and --title de= removes the German text. If the text itself
begins with "de=", write =de=TEXT.`;

export interface Tagged {
  /** null: for readers without a text of their language */
  readonly tag: string | null;
  readonly text: string;
}

/** @throws UsageError for a language that the app lacks */
export function readTagged(name: string, given: string): Tagged {
  const text = given.trim();
  if (text.startsWith('=') && TAGGED.test(text.slice(1))) return { tag: null, text: text.slice(1) };
  const [start = '', wanted] = TAGGED.exec(text) ?? [];
  if (wanted === undefined) return { tag: null, text: given };
  const known = languages.find(({ tag }) => tag.toLowerCase() === wanted.toLowerCase());
  if (known) return { tag: known.tag, text: text.slice(start.length).trim() };
  const tags = languages.map(({ tag }) => tag).join(', ');
  throw new UsageError(
    `${name}: "${wanted}" is no language of the app, which has ${tags}; if the text ` +
      `itself begins with "${start}", write "=${start}…"`,
  );
}

/** Reads an option that may be repeated: the text for everybody, and the others by language. */
export function readAllTagged(
  name: string,
  all: readonly string[],
): { plain: string | undefined; texts: ByLanguage } {
  const tagged = all.map((text) => readTagged(`--${name}`, text));
  const twice = tagged.find(({ tag }, at) => tagged.findIndex((other) => other.tag === tag) !== at);
  if (twice) {
    const language = twice.tag === null ? '' : ` ${twice.tag}=`;
    throw new UsageError(`--${name}${language} is given twice`);
  }
  const texts = tagged.flatMap(({ tag, text }) => (tag === null ? [] : [[tag, text]]));
  return {
    plain: tagged.find(({ tag }) => tag === null)?.text,
    texts: Object.fromEntries(texts),
  };
}

/**
 * Reads a command's texts by column, and in a column by language.
 * @param limits in characters, by option
 */
export function readTexts(
  { texts = {} }: Pick<Arguments, 'texts'>,
  limits: Readonly<Record<string, number>>,
): Texts {
  const read = Object.entries(limits).flatMap(([name, max]) => {
    const given = texts[name];
    if (given === undefined) return [];
    const checked = Object.entries(given).map(([tag, text]) => [
      tag,
      text === '' ? '' : readText(`${name} ${tag}=`, text, max),
    ]);
    return [[name.replaceAll('-', '_'), Object.fromEntries(checked)]];
  });
  return Object.fromEntries(read);
}

/** For a list: the languages with a text of their own; null: none. */
export const languagesOf = (texts: Texts): string | null =>
  [...new Set(Object.values(texts).flatMap((by) => Object.keys(by)))].sort().join() || null;

/** Returns a line for each text by language, and a line on all other languages; empty when there is no text. */
export function textLines(texts: Texts): string[] {
  const lines = Object.entries(texts).flatMap(([field, by]) =>
    Object.entries(by).map(([tag, text]) => [`${field} ${tag}`, text] as const),
  );
  if (lines.length === 0) return [];
  return [
    card(Object.fromEntries(lines)),
    'readers of all other languages read the text without a language',
  ];
}
