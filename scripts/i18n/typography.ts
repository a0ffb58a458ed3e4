/** How a language writes what every text has. */
export interface Typography {
  /** opening and closing quotation marks; with their inner space, where one belongs there */
  quotes: readonly [string, string];
  /** what a sentence ends with; `''`: nothing */
  stop: string;
  question: string;
  comma: string;
  /** the script of its words, as Unicode names it; Latin words may stand in any text */
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

/** Letters of the script; Japanese is three. */
export const lettersOf = ({ script }: Typography): RegExp =>
  script === 'Japanese'
    ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
    : new RegExp(`\\p{Script=${script}}`, 'u');
