import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { digitsOf, sourceLanguage } from '../../contract/languages.ts';
import { type ServerWord, serverWords } from './source.ts';

type Words = Readonly<Partial<Record<ServerWord, string>>>;

const folder = import.meta.dirname;

const english: Words = Object.fromEntries(
  Object.entries(serverWords).map(([key, { text }]) => [key, text]),
);

/** What a translation lacks is said in English. */
function sayingIn(tag: string, words: Words): I18n {
  const texts = Object.entries({ ...english, ...words });
  const messages: Messages = Object.fromEntries(
    texts.map(([key, text]) => [key, compileMessage(text ?? '')]),
  );
  const locales = new Intl.Locale(tag, { numberingSystem: digitsOf(tag) }).toString();
  return setupI18n({ locale: tag, locales, messages: { [tag]: messages } });
}

const speakers = new Map<string, I18n>([[sourceLanguage, sayingIn(sourceLanguage, {})]]);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const tag = file.slice(0, -'.json'.length);
  speakers.set(tag, sayingIn(tag, JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

/** The languages that the server has words in. */
export const spokenLanguages: readonly string[] = [...speakers.keys()];

/**
 * One of the server's own texts.
 * @param tag one of `spokenLanguages`; English for any other
 */
export function say(tag: string, word: ServerWord, values: Record<string, unknown> = {}): string {
  const speaker = speakers.get(tag) ?? speakers.get(sourceLanguage);
  return speaker?._(word, values) ?? '';
}
