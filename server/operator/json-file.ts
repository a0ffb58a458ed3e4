import { OperatorError } from './command.ts';
import { readTextFile } from './text-file.ts';

function refuseNul(name: string, value: unknown): unknown {
  if (!name.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value;
  throw new Error('a text of it holds the character NUL');
}

/**
 * Reads a JSON file.
 * @param directory base of relative paths
 * @throws OperatorError when it cannot be read
 */
export async function readJson(directory: string, file: string): Promise<unknown> {
  const text = await readTextFile(directory, file);
  try {
    // Windows writes a byte order mark at the start
    return JSON.parse(text.replace(/^\uFEFF/, ''), refuseNul);
  } catch (error) {
    throw new OperatorError(`${file}: ${(error as Error).message}`);
  }
}
