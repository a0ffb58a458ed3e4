import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from './command.ts';
import { whyUnreadable } from './unreadable.ts';

/** The encoding of a file, by its first bytes or its XML declaration. */
function encodingOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // UTF-16 without a byte order mark: the text begins with an ASCII character, of which one byte is 0
  if (bytes.length > 1 && bytes[1] === 0 && bytes[0] !== 0) return 'utf-16le';
  if (bytes.length > 1 && bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  const start = bytes.subarray(0, 200).toString('latin1');
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? null;
}

/** The first line that is invalid in an encoding, from 1. */
function badLine(bytes: Buffer, decode: (part: Buffer) => unknown): number {
  const lines = bytes.toString('latin1').split('\n');
  const at = lines.findIndex((line) => {
    try {
      decode(Buffer.from(line, 'latin1'));
      return false;
    } catch {
      return true;
    }
  });
  return at + 1;
}

/**
 * Decodes an operator's file. Text that is not certainly valid is refused, so that nobody ever
 * reads a broken character.
 * @param encoding a WHATWG name; null: the file's own declaration, else UTF-8
 * @throws OperatorError that names the file and, if it is known, the line
 */
export function decodeText(bytes: Buffer, file: string, encoding: string | null): string {
  const name = encoding ?? encodingOf(bytes) ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch {
    throw new OperatorError(`${file}: "${name}" is no encoding that can be read`);
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const line = name.startsWith('utf-16') ? 0 : badLine(bytes, (part) => decoder.decode(part));
    throw new OperatorError(
      `${file}: ${line > 0 ? `line ${line}` : 'the file'} is not in ${name}: save it as UTF-8, or ` +
        'name its encoding where the command takes --encoding',
    );
  }
  const broken = /[\0\u0080-\u009f\ufffd]/.exec(text);
  if (!broken) return text;
  const line = text.slice(0, broken.index).split('\n').length;
  throw new OperatorError(`${file}: line ${line} holds a sign that was lost, or is not in ${name}`);
}

/**
 * Reads a text file of the operator.
 * @param directory base of relative paths
 * @param encoding null: the file's own declaration, else UTF-8
 * @throws OperatorError when it cannot be read
 */
export async function readTextFile(
  directory: string,
  file: string,
  encoding: string | null = null,
): Promise<string> {
  const bytes = await readFile(resolve(directory, file)).catch((error: Error) => {
    throw new OperatorError(`${file}: ${whyUnreadable(error)}`);
  });
  return decodeText(bytes, file, encoding);
}
