import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { languages, sourceLanguage } from '../../contract/languages.ts';
import { serverWords } from '../../server/words/source.ts';

export const root = join(import.meta.dirname, '../..');
const format = formatter({ lineNumbers: false });

/** An English text, with the notes for its translator. */
export interface Source {
  /** the English text; it also names the message in all tables and lists */
  message: string;
  comments: string[];
  /** files that contain the text */
  places: string[];
}

/** The texts of a language by their English text; `''`: not translated. */
export type Texts = Map<string, string>;

/** The place of a text that only the server has. */
const SERVER = 'server';

const poOf = (tag: string) => join(root, `src/locales/${tag}.po`);
const wordsOf = (tag: string) => join(root, `server/words/${tag}.json`);

type Catalogue = Awaited<ReturnType<typeof format.parse>>;

async function readPo(tag: string): Promise<Catalogue> {
  const filename = poOf(tag);
  if (!existsSync(filename)) return {};
  const context = { locale: tag, sourceLocale: sourceLanguage, filename };
  return await format.parse(readFileSync(filename, 'utf8'), context);
}

/** The tags of all languages but the source language. */
export const translated = languages.map(({ tag }) => tag).filter((tag) => tag !== sourceLanguage);

const SERVES = 'docs/languages/serves.json';

/** Reports the files that a language lacks, and its entry in `serves.json` if that is missing. */
export function lackingFiles(tag: string): string[] {
  const files = [`src/locales/${tag}.po`, `server/words/${tag}.json`, `docs/glossary/${tag}.md`];
  const serves: object = JSON.parse(readFileSync(join(root, SERVES), 'utf8'));
  return [
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${file} is missing`),
    ...(Object.hasOwn(serves, tag) ? [] : [`${SERVES} does not name the readers of ${tag}`]),
  ];
}

/** Catalogues that belong to no language of the list. */
export function strayFiles(): string[] {
  const tagged = [
    ...readdirSync(join(root, 'src/locales')).map((name) => `src/locales/${name}`),
    ...readdirSync(join(root, 'server/words'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `server/words/${name}`),
    ...readdirSync(join(root, 'docs/glossary')).map((name) => `docs/glossary/${name}`),
  ];
  const known = [...translated, sourceLanguage];
  return tagged.filter((file) => !known.includes(/([^/]+)\.\w+$/.exec(file)?.[1] ?? ''));
}

/** Reads all English texts: the app's, then the server's. */
export async function readSources(): Promise<Map<string, Source>> {
  const sources = new Map<string, Source>();
  for (const { message = '', comments = [], origin = [] } of Object.values(
    await readPo(sourceLanguage),
  )) {
    sources.set(message, { message, comments, places: origin.map(([file]) => file) });
  }
  for (const { text, comment } of Object.values(serverWords)) {
    const existing = sources.get(text);
    if (existing) existing.comments.push(comment);
    else sources.set(text, { message: text, comments: [comment], places: [SERVER] });
  }
  return sources;
}

/** Reads the texts of a language, also the stale ones, whose English text no longer exists. */
export async function readTexts(tag: string): Promise<Texts> {
  const texts = sayingOf(await readPo(tag));
  const words = readWords(tag);
  for (const [key, text] of Object.entries(words)) {
    const source = (serverWords as Record<string, { text: string }>)[key]?.text;
    texts.set(source ?? `server: ${key}`, text);
  }
  return texts;
}

type Words = Readonly<Record<string, string>>;

function readWords(tag: string): Words {
  const file = wordsOf(tag);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const sayingOf = (catalogue: Catalogue): Texts =>
  new Map(
    Object.values(catalogue).map(({ message = '', translation = '' }) => [message, translation]),
  );

/**
 * Problems with the server texts of a language that a comparison by English text does not show: a text
 * that the app translates is missing on the server, or differs there.
 */
export async function wordProblems(tag: string): Promise<string[]> {
  return wordsBeside(readWords(tag), sayingOf(await readPo(tag)));
}

/** @param app the app's texts in that language */
export function wordsBeside(words: Words, app: Texts): string[] {
  return Object.entries(serverWords).flatMap(([key, { text }]) => {
    const [said, elsewhere] = [words[key], app.get(text)];
    if (!elsewhere || elsewhere === said) return [];
    if (!said) return [`the server’s ${key} is missing: the app has “${elsewhere}”`];
    return [`the server’s ${key} is “${said}”, but the app has “${elsewhere}”`];
  });
}

/** Merges new translations into the server's texts; a text in neither is taken from the app's texts. */
export function wordsWith(texts: Texts, words: Words, app: Texts): Words {
  const next = Object.entries(serverWords).flatMap(([key, { text }]) => {
    const word = texts.get(text) ?? words[key] ?? app.get(text);
    return word ? [[key, word] as const] : [];
  });
  return Object.fromEntries(next);
}

/**
 * Writes a language's two files: new translations from `texts`, else the existing ones. Stale texts are
 * removed.
 */
export async function writeTexts(tag: string, texts: Texts): Promise<void> {
  const [sources, known] = [await readPo(sourceLanguage), await readPo(tag)];
  const catalogue: Catalogue = {};
  for (const [id, source] of Object.entries(sources)) {
    const translation = texts.get(source.message ?? '') ?? known[id]?.translation ?? '';
    catalogue[id] = { ...source, translation };
  }
  const filename = poOf(tag);
  const existing = existsSync(filename) ? readFileSync(filename, 'utf8') : undefined;
  const context = { locale: tag, sourceLocale: sourceLanguage, filename, existing };
  writeFileSync(filename, await format.serialize(catalogue, context));

  const words = wordsWith(texts, readWords(tag), sayingOf(known));
  writeFileSync(wordsOf(tag), `${JSON.stringify(words, null, 2)}\n`);
}
