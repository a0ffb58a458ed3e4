import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Input } from '../../server/operator/media/input.ts';
import { inspect } from '../../server/operator/media/inspect.ts';

const MB = 1024 * 1024;
const HEAD = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');

/** Returns the beginning of an MP4 file with an index of 40 MB. */
function beginning(): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(40 * MB);
  return Buffer.concat([HEAD, size, Buffer.from('moov')]);
}

/** Returns a clip of the demo whose header has this duration. */
async function clipOf(milliseconds: number): Promise<Input> {
  const bytes = await readFile(join(import.meta.dirname, '../../server/demo/clips/koi.mp4'));
  const header = bytes.indexOf('mvhd', 0, 'latin1');
  bytes.writeUInt32BE(1000, header + 16);
  bytes.writeUInt32BE(milliseconds, header + 20);
  return {
    bytes: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
    close: async () => {},
  };
}

test('a rotated clip has the width at which it is shown', async () => {
  const input = await clipOf(12_000);
  const bytes = await input.read(0, input.bytes);
  const matrix = bytes.indexOf('tkhd', 0, 'latin1') + 44;
  const [one, none, minusOne] = [0x10000, 0, -0x10000];
  [one, none, none, none, one].forEach((value, at) => {
    expect(bytes.readInt32BE(matrix + 4 * at)).toBe(value);
  });
  [none, one, none, minusOne, none].forEach((value, at) => {
    bytes.writeInt32BE(value, matrix + 4 * at);
  });
  expect(await inspect(input, 'clip')).toMatchObject({ width: 960, height: 540 });
});

test.each([
  [999, 'is shorter than a second'],
  [1_000, null],
  [300_000, null],
  [300_001, 'is longer than 5 minutes'],
])('a clip of %i ms: %s', async (milliseconds, problem) => {
  const looked = inspect(await clipOf(milliseconds), 'clip');
  if (problem) await expect(looked).rejects.toThrow(`clip ${problem}`);
  else expect(await looked).toMatchObject({ duration_ms: milliseconds });
});

test.each([
  // a file that is no clip is examined only if it is small enough
  [100 * MB, 'clip is no whole MP4 file'],
  [100 * MB + 1, 'clip is larger than 100 MB'],
])('a file of %i bytes is refused: %s', async (bytes, problem) => {
  const read = async (_: number, length: number) => Buffer.alloc(length);
  await expect(inspect({ bytes, read, close: async () => {} }, 'clip')).rejects.toThrow(problem);
});

test('at most 16 MB of an index are read', async () => {
  let read = 0;
  const input: Input = {
    bytes: 50 * MB,
    read: async (position, length) => {
      read += length;
      const chunk = Buffer.alloc(length);
      if (position === 0) beginning().copy(chunk);
      return chunk;
    },
    close: async () => {},
  };
  await expect(inspect(input, 'endless.mp4')).rejects.toThrow('endless.mp4 is no whole MP4 file');
  // the first twelve bytes are the file type
  expect(read).toBe(16 * MB + 12);
});
