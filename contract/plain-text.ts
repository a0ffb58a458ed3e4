/** Embeddings, overrides and isolates: they turn the direction of what follows. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** No script puts more marks on one letter; more of them pile up over the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Whatever people wrote, it does nothing to what is written around it. */
export const plainText = (text: string): string =>
  text.replace(TURNING, '').replace(PILED_MARKS, '$1');

/** The same for every text of an answer, for `JSON.parse`. */
export const asPlainText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? plainText(value) : value;
