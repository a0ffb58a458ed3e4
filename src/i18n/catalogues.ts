import type { Messages } from '@lingui/core';
import { i18n } from '@lingui/core';
import { type Language, languages, sourceLanguage } from '../../contract/languages.ts';
import { messages as first } from '../locales/en.po?first';
import { onCountryChanged } from './country.ts';
import { formattingTag } from './formats.ts';

type Catalogue = { messages: Messages };

let sourceTexts: Messages = first;

/**
 * Loads catalogues, one chunk per language, on demand. The source language is part of the app: most people read it,
 * and it is the fallback when a chunk cannot be fetched.
 */
const files = import.meta.glob<Catalogue>(['../locales/*.po', '!../locales/en.po']);

const loaders = new Map(
  Object.entries(files).map(([path, load]) => [
    path.slice('../locales/'.length, -'.po'.length),
    load,
  ]),
);

/** The languages with a catalogue; the language picker offers them. */
export const offeredLanguages: readonly Language[] = languages.filter(
  ({ tag }) => tag === sourceLanguage || loaders.has(tag),
);

/** @throws when the language has no catalogue or its chunk cannot be fetched */
export async function loadMessages(tag: string): Promise<Messages> {
  if (tag === sourceLanguage) return sourceTexts;
  const load = loaders.get(tag);
  if (!load) throw new RangeError(`no catalogue for ${tag}`);
  return (await load()).messages;
}

/** Adds the source texts that the first load does not need; later screens wait for them. */
export async function loadSourceTexts(): Promise<void> {
  const { messages } = await import('../locales/en.po?rest');
  sourceTexts = { ...first, ...messages };
  i18n.load(sourceLanguage, messages);
}

/**
 * Sets the language of the app: every `Trans` and `t` is rendered again.
 * @param messages texts of the language; not needed for the source language
 */
export function activateLanguage(tag: string, messages = sourceTexts): void {
  i18n.loadAndActivate({ locale: tag, locales: formattingTag(tag), messages });
}

// not yet with the tag for formats, which takes a slow phone 25 ms: `activateLanguage` sets it later
i18n.loadAndActivate({ locale: sourceLanguage, messages: first });
onCountryChanged(() => i18n.activate(i18n.locale, formattingTag(i18n.locale)));
