import { digitsOf } from '../../contract/languages.ts';
import { withoutTags } from './icu.ts';
import type { Rule, Translation } from './rules.ts';
import { lettersOf, typographyOf } from './typography.ts';

const every =
  (rule: (reading: string, text: Translation) => string[]): Rule =>
  (text) =>
    text.shape.readings.map(withoutTags).flatMap((reading) => rule(reading, text));

const spaces: Rule = ({ said }) => [
  ...(said === said.normalize('NFC') ? [] : ['not in Unicode’s composed form (NFC)']),
  ...(/^\s|\s$/.test(said) ? ['a space at the beginning or the end'] : []),
  ...(/ {2}/.test(said) ? ['two spaces in a row'] : []),
  ...(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(said) ? ['a direction mark'] : []),
  ...(/\.\.\./.test(said) ? ['three points instead of “…”'] : []),
];

const MARKS = /[“”„‚‘«»「」『』‹›]/g;

/** Rejects straight quotation marks, and requires as many pairs of the language's own as in English. */
const quotes = every((reading, { tag, source }) => {
  if (/["]|(?<!\p{L})'|'(?!\p{L})/u.test(reading)) return ['a straight quotation mark'];
  if (reading.includes("'")) return ['a straight apostrophe: write ’'];
  const { quotes: pair } = typographyOf(tag);
  const [open, close] = pair.map((mark) =>
    mark.replaceAll('\u202f', ' ?').replaceAll(' ?', '[\u202f\u00a0]'),
  );
  const quoted = new RegExp(`${open}([^“”„«»「」]+?)${close}`, 'gu');
  const wanted = source.message.match(/“/g)?.length ?? 0;
  const found = reading.match(quoted)?.length ?? 0;
  const strange = reading.replace(quoted, '$1').match(MARKS) ?? [];
  return [
    ...(found === wanted ? [] : [`${found} quotations in ${pair.join('…')}, not ${wanted}`]),
    ...(strange.length > 0 ? [`quotation marks ${strange.join(' ')} are not this language’s`] : []),
  ];
});

/** Requires a no-break space, narrow or wide, before `;`, `!`, `?` and `:` in French. */
const frenchSpaces = every((reading, { tag }) => {
  if (tag !== 'fr') return [];
  const bare = reading.match(/[^\u202f\u00a0]([;!?])|[^\u202f\u00a0](:)(?!\d)/g) ?? [];
  return bare.map((mark) => `a narrow no-break space is missing before ${mark.slice(-1)}`);
});

const endOf = (text: string): string => /[.…?:!]$/.exec(text)?.[0] ?? '';

/** Requires the final mark of the English text in the language's own form, and none where the English has none. */
const ending = every((reading, { tag, wanted }) => {
  const { stop, question } = typographyOf(tag);
  const english = endOf(withoutTags(wanted.readings[0] ?? ''));
  const own: Record<string, string> = { '.': stop, '?': question };
  const end = own[english] ?? english;
  const enders = new Set([stop, question, '.', '?', '。', '।', '۔', ':', '：', '…', '!', '！']);
  enders.delete('');
  const last = [...reading].at(-1) ?? '';
  const found = enders.has(last) ? last : '';
  const alike: Record<string, string> = { '：': ':', '！': '!' };
  return (alike[found] ?? found) === end
    ? []
    : [`ends with “${found}”, not “${end}” (the English ends with “${english}”)`];
});

const commas = every((reading, { tag }) => {
  const { comma, stop } = typographyOf(tag);
  return [
    ...(comma !== ',' && /,(?!\d)/.test(reading) ? [`a Latin comma instead of ${comma}`] : []),
    ...(stop !== '.' && stop !== '' && /\.(\s|$)/.test(reading) ? [`a Latin full stop`] : []),
    ...(comma === '،' && /[;?]/.test(reading) ? ['a Latin semicolon or question mark'] : []),
  ];
});

/** Names that every language writes in Latin letters and digits. */
const NAMES = /iOS 16\.4|\{\w+\}/g;

/** Requires the digits that the app uses for amounts in this language. */
const figures = every((reading, { tag }) => {
  const text = reading.replace(NAMES, '');
  const digits = digitsOf(tag);
  const zero = new Intl.NumberFormat(tag, { numberingSystem: digits }).format(0);
  const wrong = [...text].filter((each) => /\p{Nd}/u.test(each) && !isDigitOf(each, zero));
  return wrong.length > 0 ? [`digits ${wrong.join('')} are not of ${digits}`] : [];
});

const isDigitOf = (digit: string, zero: string) => {
  const distance = (digit.codePointAt(0) ?? 0) - (zero.codePointAt(0) ?? 0);
  return distance >= 0 && distance < 10;
};

/** Requires letters of the language's script or Latin ones; a Cyrillic or Greek word may not mix the two. */
const script = every((reading, { tag, source, glossary }) => {
  const typography = typographyOf(tag);
  const own = lettersOf(typography);
  const text = reading.replace(NAMES, '');
  const strange = [...text].filter(
    (each) => /\p{L}/u.test(each) && !own.test(each) && !/[\p{Script=Latin}ʼ]/u.test(each),
  );
  const mixed = ['Cyrillic', 'Greek'].includes(typography.script)
    ? (text.match(/[\p{L}]+/gu) ?? []).filter(
        (word) => own.test(word) && /\p{Script=Latin}/u.test(word),
      )
    : [];
  const isForeign = /\p{L}/u.test(text) && !own.test(text) && !glossary.same.has(source.message);
  return [
    ...(strange.length > 0 ? [`letters ${strange.join('')} of another script`] : []),
    ...mixed.map((word) => `“${word}” mixes scripts`),
    ...(isForeign ? [`no letter of ${typography.script}`] : []),
  ];
});

const all: Rule[] = [spaces, quotes, frenchSpaces, ending, commas, figures, script];

/** Checks quotation marks, spaces, final marks, commas, digits and letters. */
export const typographyProblems: Rule = (text) => all.flatMap((rule) => rule(text));
