import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from './command.ts';

/**
 * What a JSON file holds.
 * @param directory what a relative path starts from
 * @throws OperatorError when it cannot be read
 */
export async function readJson(directory: string, file: string): Promise<unknown> {
  try {
    const text = await readFile(resolve(directory, file), 'utf8');
    // Windows writes a byte order mark before it
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperatorError(`${file}: ${(error as Error).message}`);
  }
}
