import { createCompiledCatalog } from '@lingui/cli/api';
import type { BrowserContext } from 'playwright-core';
import { readTexts } from '../../scripts/source-catalogue.ts';

/**
 * Two pseudo-languages, made from the English texts while the tests run: one with longer words and
 * accents, one from right to left. Neither has a Latin letter without an accent, so a plain Latin
 * letter on the screen is untranslated text. They replace two real languages whose dates and
 * numbers have no Latin letters either.
 */
export const pseudoLanguages = { longer: 'el', mirrored: 'fa' } as const;

type Pseudo = keyof typeof pseudoLanguages;

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const SIGNED = 'áƀçđéƒĝĥíĵķļḿñóþʠŕšťúṽŵẋýž';
const LATIN_LARGE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIGNED_LARGE = 'ÁƁÇĐÉƑĜĤÍĴĶĻḾÑÓÞꝖŔŠŤÚṼŴẊÝŽ';
const ARABIC = 'ابجدهوزحطيکلمنسعفصقرشتثخذض';

const translated = (letter: string, from: string, to: string) => [...to][from.indexOf(letter)];

const letters: Record<Pseudo, (letter: string) => string> = {
  // doubled vowels: about 40 % more text, in longer words, not in more words
  longer: (letter) => {
    const signed =
      translated(letter, LATIN, SIGNED) ?? translated(letter, LATIN_LARGE, SIGNED_LARGE) ?? letter;
    return 'aeiou'.includes(letter) ? signed + signed : signed;
  },
  mirrored: (letter) => translated(letter.toLowerCase(), LATIN, ARABIC) ?? letter,
};

/** Translates a text except its tags. */
const spoken = (text: string, kind: Pseudo) =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((part) => (part.startsWith('<') ? part : [...part].map(letters[kind]).join('')))
    .join('');

/** A compiled message: literal text, `#`, `[argument]` or `[argument, type, cases]`. */
type Compiled = (string | [string, string?, unknown?])[];

function translate(message: Compiled, kind: Pseudo): Compiled {
  return message.map((part) => {
    if (typeof part === 'string') return part === '#' ? part : spoken(part, kind);
    const [argument, type, cases] = part;
    if (type !== 'plural' && type !== 'select' && type !== 'selectordinal') return part;
    const inner = Object.entries(cases as Record<string, Compiled | number>).map(([name, each]) => [
      name,
      Array.isArray(each) ? translate(each, kind) : each,
    ]);
    return [argument, type, Object.fromEntries(inner)];
  });
}

async function compile(kind: Pseudo): Promise<string> {
  const texts = [...(await readTexts())].map(([id, { translation }]) => [id, translation]);
  const { source } = createCompiledCatalog('en', Object.fromEntries(texts), { namespace: 'json' });
  const { messages } = JSON.parse(source) as { messages: Record<string, Compiled> };
  const made = Object.entries(messages).map(([id, message]) => [
    id,
    ['⟦', ...translate(message, kind), '⟧'],
  ]);
  return `export const messages = ${JSON.stringify(Object.fromEntries(made))};`;
}

const compiled = new Map<Pseudo, Promise<string>>();

/** Answers a page's request for one of the two real languages with the pseudo-language. */
export async function providePseudo(context: BrowserContext): Promise<void> {
  for (const [name, tag] of Object.entries(pseudoLanguages)) {
    const kind = name as Pseudo;
    await context.route(`**/assets/language-${tag}-*.js`, async (route) => {
      const body = compiled.get(kind) ?? compile(kind);
      compiled.set(kind, body);
      await route.fulfill({ contentType: 'text/javascript', body: await body });
    });
  }
}
