/** What an operator wrote of one thing, by the language that reads it. */
export type ByLanguage = Readonly<Record<string, string>>;

/** The same of several fields, by their names. What is missing is read as it stands in its field. */
export type Texts = Readonly<Record<string, ByLanguage>>;

/**
 * @param language a tag of `contract/languages.ts`; not given: not known
 * @param plain what everybody else reads
 */
export function textIn(
  language: string | undefined,
  plain: string,
  texts: ByLanguage = {},
): string {
  if (language === undefined) return plain;
  // of Portugal's readers, those of whom nobody thought can read Brazil's
  return texts[language] ?? texts[language.replace(/-.*/, '')] ?? plain;
}

/** A text, and what readers of some languages read in its place. */
export interface Said {
  readonly plain: string;
  readonly texts: ByLanguage;
}

/** Something with those of its fields that have texts by language as readers of one read them. */
export function inLanguage<Of extends object>(
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

/** The same of a row, which has its texts with it. */
export const rowIn = <Row extends { readonly texts: Texts }>(
  language: string | undefined,
  row: Row,
): Row => inLanguage(language, row, row.texts);

/** @param given what is changed; an empty text takes one away */
export function mergeTexts(before: Texts, given: Texts): Texts {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(given)])];
  const merged = fields.map(
    (field) => [field, mergeByLanguage(before[field], given[field])] as const,
  );
  return Object.fromEntries(merged.filter(([, texts]) => Object.keys(texts).length > 0));
}

export const mergeByLanguage = (before: ByLanguage = {}, given: ByLanguage = {}): ByLanguage =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, text]) => text !== ''));
