import { escaped } from '../words/escaped.ts';

/** A meta tag of a document. */
export const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`;
