/** Fonts of a chart. The text must fit with every viewer's fonts, so its widths are computed, not measured. */
export const fonts = {
  name: { size: 14, line: 20, bold: true },
  event: { size: 12, line: 16, bold: true },
  detail: { size: 11, line: 14, bold: false },
} as const;

export type Font = keyof typeof fonts;

/** Widths of Helvetica's characters in thousandths of its size; common sans-serif fonts are similar. */
const widths: readonly [width: number, characters: string][] = [
  [222, 'ijl'],
  [260, "|'"],
  [278, ' !,./:;I[\\]ft'],
  [333, '()-`r'],
  [355, '"'],
  [389, '*'],
  [469, '^'],
  [500, 'ckvxyzsJ'],
  [556, '0123456789abdeghnopqu#$?_L…'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [944, 'W%'],
  [1_015, '@'],
];

const widthOf = new Map(
  widths.flatMap(([width, characters]) => [...characters].map((each) => [each, width] as const)),
);
/** Factors: for fonts wider than Helvetica, and for bold text. */
const WIDER = 1.06;
const BOLDER = 1.06;

/** Width of a line of text. */
export function measure(text: string, font: Font): number {
  const { size, bold } = fonts[font];
  const thousandths = [...text].reduce((sum, each) => sum + (widthOf.get(each) ?? 700), 0);
  return Math.ceil((thousandths / 1_000) * size * WIDER * (bold ? BOLDER : 1));
}

/** Words in lines up to a width; a longer word has a line of its own. */
export function wrap(words: readonly string[], font: Font, most: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`, font) <= most) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
