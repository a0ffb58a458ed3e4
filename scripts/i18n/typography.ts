/** The punctuation marks and the script of a language. */
export interface Typography {
  /** opening and closing quotation mark; in French each includes a narrow no-break space */
  quotes: readonly [string, string];
  /** the full stop; `''`: the language has no full stop */
  stop: string;
  question: string;
  comma: string;
  /** Unicode name of the script; `Japanese` stands for three scripts. Latin letters are always allowed. */
  script: string;
}

const defaults: Typography = {
  quotes: ['“', '”'],
  stop: '.',
  question: '?',
  comma: ',',
  script: 'Latin',
};
const lowQuotes = (closing: string): Partial<Typography> => ({ quotes: ['„', closing] });
const angleQuotes: Partial<Typography> = { quotes: ['«', '»'] };

/** Differences from the defaults, by language tag; a language that is absent has none. */
const differences: Readonly<Record<string, Partial<Typography>>> = {
  ar: { ...angleQuotes, question: '؟', comma: '،', script: 'Arabic' },
  bn: { stop: '।', script: 'Bengali' },
  bg: { ...lowQuotes('“'), script: 'Cyrillic' },
  ca: angleQuotes,
  cs: lowQuotes('“'),
  de: lowQuotes('“'),
  el: { ...angleQuotes, question: ';', script: 'Greek' },
  es: angleQuotes,
  fa: { ...angleQuotes, question: '؟', comma: '،', script: 'Arabic' },
  fi: { quotes: ['”', '”'] },
  fr: { quotes: ['«\u202f', '\u202f»'] },
  gu: { script: 'Gujarati' },
  he: { quotes: ['”', '”'], script: 'Hebrew' },
  hi: { stop: '।', script: 'Devanagari' },
  hr: lowQuotes('”'),
  hu: lowQuotes('”'),
  it: angleQuotes,
  ja: { quotes: ['「', '」'], stop: '。', question: '？', comma: '、', script: 'Japanese' },
  kn: { script: 'Kannada' },
  ko: { quotes: ['‘', '’'], script: 'Hangul' },
  ml: { script: 'Malayalam' },
  mr: { script: 'Devanagari' },
  no: angleQuotes,
  pa: { stop: '।', script: 'Gurmukhi' },
  pl: lowQuotes('”'),
  'pt-PT': angleQuotes,
  ro: lowQuotes('”'),
  ru: { ...angleQuotes, script: 'Cyrillic' },
  sv: { quotes: ['”', '”'] },
  ta: { script: 'Tamil' },
  te: { script: 'Telugu' },
  th: { stop: '', script: 'Thai' },
  uk: { ...angleQuotes, script: 'Cyrillic' },
  ur: { quotes: ['”', '“'], stop: '۔', question: '؟', comma: '،', script: 'Arabic' },
};

export const typographyOf = (tag: string): Typography => ({ ...defaults, ...differences[tag] });

/** A pattern for one letter of the script; Japanese has kanji, hiragana and katakana. */
export const lettersOf = ({ script }: Typography): RegExp =>
  script === 'Japanese'
    ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
    : new RegExp(`\\p{Script=${script}}`, 'u');
