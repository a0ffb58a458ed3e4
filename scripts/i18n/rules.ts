import type { Source } from './catalogue.ts';
import { type Glossary, readGlossary, termsLost } from './glossary.ts';
import { type Shape, shapeOf, withoutTags } from './icu.ts';
import { limits } from './limits.ts';
import { typographyProblems } from './typography.rules.ts';
import { widestWord, widthOf } from './width.ts';

/** A rule: returns the problems of one translation, in words for its translator. */
export type Rule = (text: Translation) => string[];

export interface Translation {
  tag: string;
  source: Source;
  /** the English text's shape */
  wanted: Shape;
  said: string;
  /** the translation's shape */
  shape: Shape;
  glossary: Glossary;
}

const same = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((each, index) => each === right[index]);

const placeholders: Rule = ({ wanted, shape }) =>
  same(wanted.names, shape.names)
    ? []
    : [`placeholders are ${listed(shape.names)}, not ${listed(wanted.names)}`];

const tags: Rule = ({ wanted, shape }) =>
  same(wanted.tags, shape.tags)
    ? []
    : [`tags are ${listed(shape.tags)}, not ${listed(wanted.tags)}`];

const listed = (names: readonly string[]) => names.join(' ') || 'none';

/** Requires exactly CLDR's plural categories; a category of a single number may omit the number. */
const plurals: Rule = ({ tag, wanted, shape }) => {
  if (shape.plurals.length !== wanted.plurals.length) {
    return [`${shape.plurals.length} plurals, not ${wanted.plurals.length}`];
  }
  return shape.plurals.flatMap(({ name, ordinal, cases }) => {
    const rules = new Intl.PluralRules(tag, { type: ordinal ? 'ordinal' : 'cardinal' });
    const wantedKeys = [...rules.resolvedOptions().pluralCategories].sort();
    const keys = cases.map(({ key }) => key).sort();
    const numberless = cases.filter((each) => !each.hasNumber && !namesOne(rules, each.key));
    return [
      ...(same(wantedKeys, keys)
        ? []
        : [`the plural of ${name} has ${listed(keys)}, not ${listed(wantedKeys)}`]),
      ...numberless.map(({ key }) => `the case ${key} of ${name} lacks its #`),
    ];
  });
};

const MANY = 200;

/** Does the category contain one number only? */
const namesOne = (rules: Intl.PluralRules, key: string) =>
  Array.from({ length: MANY }, (_, n) => rules.select(n)).filter((each) => each === key).length ===
  1;

const limit: Rule = ({ tag, source, shape }) => {
  const place = limits[source.message];
  if (!place) return [];
  const { most, word = most, why } = place;
  return shape.readings.map(withoutTags).flatMap((reading) => {
    const [width, widest] = [widthOf(reading, tag), widestWord(reading, tag)];
    return [
      ...(width > most ? [`${width} wide, at most ${most}: ${why}`] : []),
      ...(widest > word ? [`its longest word is ${widest} wide, at most ${word}: ${why}`] : []),
    ];
  });
};

/** A text without a word of its own, such as `{have}/{want}`, is the same in every language. */
const hasWords = (message: string) =>
  /[A-Za-z]{2}/.test(message.replace(/\{\w+\}|<\/?\d+\/?>/g, ''));

const identical: Rule = ({ source: { message }, said, glossary }) => {
  if (said !== message) return [];
  return !hasWords(message) || glossary.same.has(message)
    ? []
    : ['the same as in English: if this is correct, give the reason under “Same as English”'];
};

const terms: Rule = ({ tag, source: { message }, said, glossary }) =>
  termsLost(glossary, tag, message, said).map((term) => {
    const stems = glossary.stems.get(term)?.join(', ') || 'no stem';
    return `the term “${term}” (${stems}) is missing`;
  });

const rules: Rule[] = [placeholders, tags, plurals, limit, identical, terms, typographyProblems];

function shapeOrProblem(said: string): Shape | string {
  try {
    return shapeOf(said);
  } catch (error) {
    return `malformed: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
}

export interface Problem {
  message: string;
  said: string;
  problem: string;
}

/**
 * English texts that a language does not translate yet; people read them in English. A change may leave
 * some (docs/contributing.md), a release may not.
 */
export const untranslated = (
  sources: ReadonlyMap<string, Source>,
  texts: ReadonlyMap<string, string>,
): string[] => [...sources.keys()].filter((message) => !texts.get(message)?.trim());

/** All problems of a language's translations; for missing translations see `untranslated`. */
export function problemsOf(
  tag: string,
  sources: ReadonlyMap<string, Source>,
  texts: ReadonlyMap<string, string>,
): Problem[] {
  const glossary = readGlossary(tag);
  const found: Problem[] = glossary.problems.map((problem) => ({ message: '', said: '', problem }));
  for (const message of texts.keys()) {
    if (!sources.has(message))
      found.push({ message, said: '', problem: 'stale: the English text no longer exists' });
  }
  for (const message of [...glossary.freed.keys(), ...glossary.same.keys()]) {
    if (!sources.has(message))
      found.push({
        message,
        said: '',
        problem: 'stale in the glossary: the English text no longer exists',
      });
  }
  for (const source of sources.values()) {
    const { message } = source;
    const said = texts.get(message) ?? '';
    if (said.trim() === '') continue;
    const say = (problem: string) => found.push({ message, said, problem });
    const shape = shapeOrProblem(said);
    if (typeof shape === 'string') say(shape);
    else {
      const text = { tag, source, wanted: shapeOf(message), said, shape, glossary };
      for (const problem of rules.flatMap((rule) => rule(text))) say(problem);
    }
  }
  return found;
}
