import { openFile } from './input.ts';

/** A format of files that films come in, by the name that ffmpeg has for its reader. */
export type Container = 'mov' | 'matroska' | 'avi';

/** What the files of each format begin with, as latin1. */
const BEGINNINGS: readonly (readonly [Container, RegExp])[] = [
  // MP4, 3GP, and QuickTime from before files named their kind
  ['mov', /^.{4}(?:ftyp|moov|mdat|wide|free|skip)/s],
  ['matroska', /^.E\xdf\xa3/s],
  ['avi', /^RIFF.{4}AVI /s],
];
const HEAD_BYTES = 12;

/**
 * The format of a file by what it begins with: its name may be wrong.
 * @returns null: no film
 * @throws OperatorError when it cannot be read
 */
export async function containerOf(path: string): Promise<Container | null> {
  const file = await openFile(path);
  try {
    const head = (await file.read(0, HEAD_BYTES)).toString('latin1');
    return BEGINNINGS.find(([, begins]) => begins.test(head))?.[0] ?? null;
  } finally {
    await file.close();
  }
}
