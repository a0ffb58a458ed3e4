/** Keys of secrets: a person who reads one over a shoulder could act as its owner. */
const SECRET = /token|password|confirmation|ticket|secret|endpoint|^auth$|^code$/i;
/** Keys of secrets that only the user knows: not even the last characters are shown. */
const FULLY_MASKED = /password|confirmation/i;

const DOTS = '••••';
const SHOWN = 4;

/** Masks a text, except for enough characters to distinguish two texts; a masked text stays as it is. */
export function maskText(text: string): string {
  if (text.startsWith(DOTS)) return text;
  return text.length > 4 * SHOWN ? DOTS + text.slice(-SHOWN) : DOTS;
}

function maskField(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || !SECRET.test(name)) return masked(value);
  return FULLY_MASKED.test(name) ? DOTS : maskText(value);
}

/** Whether a value is data. A machine in an event is code, and may have circular references. */
const isData = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The same JSON with tokens and passwords masked, at any depth; values other than data are left out. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  if (!isData(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskField(name, inner)]),
  );
}
