import { OperatorError } from '../command.ts';
import type { Input } from './input.ts';

/** Position of a frame in its file. */
export interface Frame {
  readonly offset: number;
  readonly size: number;
}

const WINDOW = 4 * 1024 * 1024;
const THREE_ZERO_BYTES = Buffer.alloc(3);

/**
 * Whether a frame of H.264 consists of complete units: each begins with its length, none is empty,
 * and none contains three zero bytes in a row (ITU-T H.264, 7.3.1 and 7.4.1). A missing piece of a
 * file is read as zero bytes.
 * @param lengthSize bytes of a unit's length
 */
function isWhole(frame: Buffer, lengthSize: number): boolean {
  let at = 0;
  while (at + lengthSize < frame.length) {
    const begin = at + lengthSize;
    const length = frame.readUIntBE(at, lengthSize);
    const unit = frame.subarray(begin, begin + length);
    if (length === 0 || unit.length < length || unit.includes(THREE_ZERO_BYTES)) return false;
    at = begin + length;
  }
  return at === frame.length;
}

/**
 * Checks every frame of an H.264 film without ffmpeg, and without decoding the frame.
 * @param frames in the order of the file
 * @param name start of the message
 * @throws OperatorError when a frame is damaged
 */
export async function checkFrames(
  input: Input,
  frames: readonly Frame[],
  lengthSize: number,
  name: string,
): Promise<void> {
  let from = 0;
  let window: Buffer = Buffer.alloc(0);
  for (const { offset, size } of frames) {
    if (offset < from || offset + size > from + window.length) {
      window = await input.read(offset, Math.max(size, WINDOW));
      from = offset;
    }
    const frame = window.subarray(offset - from, offset - from + size);
    if (!isWhole(frame, lengthSize))
      throw new OperatorError(`${name} is damaged at byte ${offset}`);
  }
}
