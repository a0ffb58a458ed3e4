import { refuse } from '../usage.ts';
import { translated } from './catalogue.ts';

/** Reads the arguments `TAG FILE.json` of a script and refuses others. */
export function readTagAndFile(call: string): { tag: string; file: string } {
  const [tag = '', file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) refuse(`usage: ${call} -- TAG FILE.json`);
  if (!translated.includes(tag)) refuse(`${tag} is no tag of contract/languages.ts`);
  return { tag, file };
}

/** Reads or writes the file; a file that cannot be used ends the script. */
export function tryFile<Result>(file: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    return refuse(`${file}: ${(error as Error).message}`);
  }
}
