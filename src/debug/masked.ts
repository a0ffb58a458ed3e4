/** Whoever reads one of these over a shoulder could act as its owner. */
const SECRET = /token|password|confirmation|ticket|secret|endpoint|^auth$|^code$/i;
/** Known to nobody but the person: not even its end is shown. */
const UNSPEAKABLE = /password|confirmation/i;

const DOTS = '••••';
const SHOWN = 4;

/** Enough to distinguish two of them, and no more; what is masked already stays as it is. */
export function maskText(text: string): string {
  if (text.startsWith(DOTS)) return text;
  return text.length > 4 * SHOWN ? DOTS + text.slice(-SHOWN) : DOTS;
}

function maskField(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || !SECRET.test(name)) return masked(value);
  return UNSPEAKABLE.test(name) ? DOTS : maskText(value);
}

/** A machine that an event carries is code, and may lead back to itself. */
const isData = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The same JSON with tokens and passwords made unreadable, at any depth; what is none is left out. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  if (!isData(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskField(name, inner)]),
  );
}
