import { parse, type Select, type Token } from '@messageformat/parser';

/** The parts that a text and its translation must have in common, and their plurals, which may differ. */
export interface Shape {
  /** names of all placeholders, each once, sorted */
  names: string[];
  /** tags in order of their numbers, such as `<0>` around text or `<1/>` */
  tags: string[];
  plurals: { name: string; ordinal: boolean; cases: { key: string; hasNumber: boolean }[] }[];
  /** every text that can be read, one for each combination of cases */
  readings: string[];
}

const isChoice = (token: Token): token is Select =>
  token.type === 'plural' || token.type === 'select' || token.type === 'selectordinal';

/** @throws when the message is not valid ICU */
export function shapeOf(message: string): Shape {
  const names = new Set<string>();
  const plurals: Shape['plurals'] = [];
  const hasNumber = (tokens: Token[]): boolean =>
    tokens.some(
      (token) =>
        token.type === 'octothorpe' ||
        (isChoice(token) && token.cases.some((each) => hasNumber(each.tokens))),
    );

  /** The readings of tokens, appended to the readings of the tokens before them. */
  const read = (tokens: Token[]): string[] =>
    tokens.reduce<string[]>(
      (before, token) => {
        const next = readingsOf(token);
        return before.flatMap((head) => next.map((tail) => head + tail));
      },
      [''],
    );

  const readingsOf = (token: Token): string[] => {
    if (token.type === 'content') return [token.value];
    if (token.type === 'octothorpe') return ['#'];
    names.add(token.arg);
    if (!isChoice(token)) return [`{${token.arg}}`];
    if (token.type !== 'select') {
      const cases = token.cases.map(({ key, tokens }) => ({ key, hasNumber: hasNumber(tokens) }));
      plurals.push({ name: token.arg, ordinal: token.type === 'selectordinal', cases });
    }
    return token.cases.flatMap(({ tokens }) => read(tokens));
  };

  const readings = read(parse(message));
  return { names: [...names].sort(), tags: tagsOf(readings[0] ?? ''), plurals, readings };
}

/** @throws when tags are crossed or left open */
function tagsOf(text: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, close, number = '', empty] of text.matchAll(/<(\/?)(\d+)(\/?)>/g)) {
    if (empty) found.push(`<${number}/>`);
    else if (!close) open.push(number);
    else if (open.pop() === number) found.push(`<${number}>`);
    else throw new SyntaxError(`</${number}> closes nothing`);
  }
  if (open.length > 0) throw new SyntaxError(`<${open.join('><')}> is left open`);
  return found.sort();
}

/** Removes the tags from a reading. */
export const withoutTags = (reading: string) => reading.replace(/<\/?\d+\/?>/g, '');
