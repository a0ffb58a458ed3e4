/** Scripts whose letters are wider than Latin ones. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const broad = /[\p{Script=Tamil}\p{Script=Malayalam}]/u;

/** Values that replace placeholders when a text is measured. */
const samples: Readonly<Record<string, string>> = {
  level: '1',
  id: '123456',
  amount: '+12.50',
  have: '10',
  want: '20',
  minimum: '10.00',
  ratings: '12K',
};

const SAMPLE = '12';

/** Width in Latin letters: a wide character of East Asia counts two, a Tamil or Malayalam syllable 1.5. */
export function widthOf(reading: string, tag: string): number {
  const text = reading.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? SAMPLE);
  const graphemes = new Intl.Segmenter(tag).segment(text);
  let width = 0;
  for (const { segment } of graphemes) {
    if (segment === '\u00ad') continue;
    if (wide.test(segment)) width += 2;
    else width += broad.test(segment) ? 1.5 : 1;
  }
  return width;
}

/** The width of the widest piece in which no line can break. */
export function widestWord(reading: string, tag: string): number {
  // lines break between Thai and Japanese syllables; in Korean at blanks alone (`src/ui/scripts.css`)
  if (/[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(reading)) {
    return 0;
  }
  const words = reading.split(/[ \u00ad\u200b-]/);
  return Math.max(0, ...words.map((word) => widthOf(word, tag)));
}
