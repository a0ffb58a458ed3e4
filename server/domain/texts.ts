/** An operator's texts for one field, by language. */
export type ByLanguage = Readonly<Record<string, string>>;

/** Translations of several fields, by name. A missing translation falls back to the field's own text. */
export type Texts = Readonly<Record<string, ByLanguage>>;

/**
 * @param language a tag of `contract/languages.ts`; missing: unknown
 * @param plain the text for all other languages
 */
export function textIn(
  language: string | undefined,
  plain: string,
  texts: ByLanguage = {},
): string {
  if (language === undefined) return plain;
  // without a text for pt-PT, for example, its readers get the text for pt
  return texts[language] ?? texts[language.replace(/-.*/, '')] ?? plain;
}

/** A text with its translations. */
export interface LocalizedText {
  readonly plain: string;
  readonly texts: ByLanguage;
}

/** An object with its translated fields in a language. */
export function translateFields<Of extends object>(
  language: string | undefined,
  of: Of,
  texts: Texts,
): Of {
  const read = Object.entries(texts).map(([field, by]) => [
    field,
    textIn(language, String(of[field as keyof Of]), by),
  ]);
  return { ...of, ...Object.fromEntries(read) };
}

/** The same for a row that contains its translations. */
export const translateRow = <Row extends { readonly texts: Texts }>(
  language: string | undefined,
  row: Row,
): Row => translateFields(language, row, row.texts);

/** @param given the changes; an empty text removes a translation */
export function mergeTexts(before: Texts, given: Texts): Texts {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(given)])];
  const merged = fields.map(
    (field) => [field, mergeByLanguage(before[field], given[field])] as const,
  );
  return Object.fromEntries(merged.filter(([, texts]) => Object.keys(texts).length > 0));
}

export const mergeByLanguage = (before: ByLanguage = {}, given: ByLanguage = {}): ByLanguage =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, text]) => text !== ''));
