import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from './command.ts';

/**
 * What a text file of the operator's holds.
 * @param directory what a relative path starts from
 * @throws OperatorError when it cannot be read, or holds what the database stores in no text
 */
export async function readTextFile(directory: string, file: string): Promise<string> {
  const text = await readFile(resolve(directory, file), 'utf8').catch((error: Error) => {
    throw new OperatorError(`${file}: ${error.message}`);
  });
  // a spreadsheet's "Unicode text" is UTF-16, in which every second byte is one
  if (text.includes('\0'))
    throw new OperatorError(`${file}: holds NUL characters, so it is no UTF-8`);
  return text;
}
