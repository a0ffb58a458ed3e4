/** Embeddings, overrides and isolates: they change the direction of the text after them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** More than four marks on one letter: no script needs them, and they cover the lines around the letter. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Removes the characters by which a person's text could disturb the text around it. */
export const plainText = (text: string): string =>
  text.replace(BIDI_CONTROLS, '').replace(PILED_MARKS, '$1');

/** Reviver for `JSON.parse`: `plainText` for every text of an answer. */
export const plainTextReviver = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? plainText(value) : value;
