import { escaped } from '../words/escaped.ts';

/** One thing that a document says of itself. */
export const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`;
