import { OperatorError } from '../command.ts';
import { openFile } from './input.ts';

/** What the files of each kind begin with, as latin1. */
const KINDS = [
  ['.jpg', /^\xff\xd8\xff/],
  ['.png', /^\x89PNG\r\n/],
  ['.webp', /^RIFF.{4}WEBP/s],
] as const;
const HEAD_BYTES = 12;

/**
 * The ending that a poster is stored under, by what it begins with: its own name may be wrong.
 * @throws OperatorError when it is none
 */
export async function posterExtension(path: string): Promise<string> {
  const input = await openFile(path);
  try {
    const head = (await input.read(0, HEAD_BYTES)).toString('latin1');
    const kind = KINDS.find(([, begins]) => begins.test(head));
    if (!kind) throw new OperatorError(`${path} is no poster: no JPEG, PNG or WebP file`);
    return kind[0];
  } finally {
    await input.close();
  }
}
