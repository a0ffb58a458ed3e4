import { openFile } from './input.ts';

/** Container format of a film, by the name of ffmpeg's demuxer. */
export type Container = 'mov' | 'matroska' | 'avi';

/** First bytes of the files in each format, as latin1. */
const BEGINNINGS: readonly (readonly [Container, RegExp])[] = [
  // MP4, 3GP, and old QuickTime files without a `ftyp` box
  ['mov', /^.{4}(?:ftyp|moov|mdat|wide|free|skip)/s],
  ['matroska', /^.E\xdf\xa3/s],
  ['avi', /^RIFF.{4}AVI /s],
];
const HEAD_BYTES = 12;

/**
 * Detects a file's format by its first bytes: its name may be wrong.
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
