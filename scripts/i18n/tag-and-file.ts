import { refuse } from '../usage.ts';
import { translated } from './catalogue.ts';

/** What follows the name of a script that is called with `TAG FILE.json`; nothing else may. */
export function readTagAndFile(call: string): { tag: string; file: string } {
  const [tag = '', file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) refuse(`usage: ${call} -- TAG FILE.json`);
  if (!translated.includes(tag)) refuse(`${tag} is no tag of contract/languages.ts`);
  return { tag, file };
}

/** What is done with the file; one that cannot be used ends the script. */
export function tryFile<Result>(file: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    return refuse(`${file}: ${(error as Error).message}`);
  }
}
