/** A language's own forms of the punctuation and letters that every text has. */
export interface Typography {
  /** opening and closing quotation marks, with their inner space if the language has one */
  quotes: readonly [string, string];
  /** the mark that ends a sentence; `''`: none */
  stop: string;
  question: string;
  comma: string;
  /** the Unicode name of its script; Latin words are allowed in any text */
  script: string;
}

const latin: Typography = {
  quotes: ['“', '”'],
  stop: '.',
  question: '?',
  comma: ',',
  script: 'Latin',
};
const low = (close: string): Partial<Typography> => ({ quotes: ['„', close] });
const angle: Partial<Typography> = { quotes: ['«', '»'] };

const tables: Readonly<Record<string, Partial<Typography>>> = {
  ar: { ...angle, question: '؟', comma: '،', script: 'Arabic' },
  bn: { stop: '।', script: 'Bengali' },
  bg: { ...low('“'), script: 'Cyrillic' },
  ca: angle,
  cs: low('“'),
  de: low('“'),
  el: { ...angle, question: ';', script: 'Greek' },
  es: angle,
  fa: { ...angle, question: '؟', comma: '،', script: 'Arabic' },
  fi: { quotes: ['”', '”'] },
  fr: { quotes: ['«\u202f', '\u202f»'] },
  gu: { script: 'Gujarati' },
  he: { quotes: ['”', '”'], script: 'Hebrew' },
  hi: { stop: '।', script: 'Devanagari' },
  hr: low('”'),
  hu: low('”'),
  it: angle,
  ja: { quotes: ['「', '」'], stop: '。', question: '？', comma: '、', script: 'Japanese' },
  kn: { script: 'Kannada' },
  ko: { quotes: ['‘', '’'], script: 'Hangul' },
  ml: { script: 'Malayalam' },
  mr: { script: 'Devanagari' },
  no: angle,
  pa: { stop: '।', script: 'Gurmukhi' },
  pl: low('”'),
  'pt-PT': angle,
  ro: low('”'),
  ru: { ...angle, script: 'Cyrillic' },
  sv: { quotes: ['”', '”'] },
  ta: { script: 'Tamil' },
  te: { script: 'Telugu' },
  th: { stop: '', script: 'Thai' },
  uk: { ...angle, script: 'Cyrillic' },
  ur: { quotes: ['”', '“'], stop: '۔', question: '؟', comma: '،', script: 'Arabic' },
};

export const typographyOf = (tag: string): Typography => ({ ...latin, ...tables[tag] });

/** Matches letters of the script; Japanese uses three. */
export const lettersOf = ({ script }: Typography): RegExp =>
  script === 'Japanese'
    ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
    : new RegExp(`\\p{Script=${script}}`, 'u');
