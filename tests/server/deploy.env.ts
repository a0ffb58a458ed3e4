import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The environment of deploy/clipurse.env. */
export const deployedEnv = (): Record<string, string> => {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/clipurse.env'), 'utf8');
  return parseEnv(text) as Record<string, string>;
};
