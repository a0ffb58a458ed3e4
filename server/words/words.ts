import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { formattingTag, sourceLanguage } from '../../contract/languages.ts';
import { lazily } from '../lazily.ts';
import { type ServerWord, serverWords } from './source.ts';

type Words = Readonly<Partial<Record<ServerWord, string>>>;

const folder = import.meta.dirname;

const english: Words = Object.fromEntries(
  Object.entries(serverWords).map(([key, { text }]) => [key, text]),
);

/** Languages of the server's texts. */
export const spokenLanguages: readonly string[] = [
  sourceLanguage,
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length)),
];

const readWords = (tag: string): Words =>
  tag === sourceLanguage ? {} : JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8'));

const compiled = new Map<string, Messages>();

/** Compiles a language's texts at their first use; texts that a translation lacks are in English. */
function messagesOf(tag: string): Messages {
  const known = compiled.get(tag);
  if (known) return known;
  const texts = Object.entries({ ...english, ...readWords(tag) });
  const messages = Object.fromEntries(
    texts.map(([key, text]) => [key, compileMessage(text ?? '')]),
  );
  compiled.set(tag, messages);
  return messages;
}

lazily(async () => {
  for (const tag of spokenLanguages) messagesOf(tag);
});

/** By language and the locale of numbers: Portugal is the country of `pt-PT`, and of some people with `pt`. */
const speakers = new Map<string, I18n>();

function speakerOf(tag: string, country: string | null): I18n {
  const locales = formattingTag(tag, country);
  const key = `${tag} ${locales}`;
  const existing = speakers.get(key);
  if (existing) return existing;
  const made = setupI18n({ locale: tag, locales, messages: { [tag]: messagesOf(tag) } });
  speakers.set(key, made);
  return made;
}

/**
 * Formats one of the server's own texts.
 * @param tag one of `spokenLanguages`; English for any other
 * @param country ISO 3166-1 alpha-2, for the format of numbers; null: the language's own
 */
export function say(
  tag: string,
  word: ServerWord,
  values: Record<string, unknown> = {},
  country: string | null = null,
): string {
  const spoken = spokenLanguages.includes(tag) ? tag : sourceLanguage;
  return speakerOf(spoken, country)._(word, values);
}
