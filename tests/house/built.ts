import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBuiltDocument } from '../../server/http/built-app.ts';
import { root } from './imports.ts';

/** The scripts and styles of the last build, without files of earlier builds in the same folder. */
export const builtFiles = (): string[] => {
  const page = readFileSync(join(root, 'dist/index.html'), 'utf8');
  return [...(parseBuiltDocument(page)?.files ?? [])].map((name) => `assets/${name}`);
};
