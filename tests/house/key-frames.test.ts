import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFile, MP4BoxBuffer } from 'mp4box';
import { expect, test } from 'vitest';
import { CLIPS_FOLDER } from '../../server/demo/seed.ts';
import { withKeyFramesAlone } from '../browser/key-frames.ts';

/** Reads a clip's index; times are in the units of each track. */
function indexOf(clip: Buffer) {
  const file = createFile();
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(clip).buffer, 0));
  file.flush();
  const { duration, timescale, tracks } = file.getInfo();
  const [pictures = [], sounds = []] = (['video', 'audio'] as const).map((kind) =>
    file
      .getTrackSamplesInfo(tracks.find((track) => track[kind])?.id ?? 0)
      .map(({ is_sync, offset, size, cts, dts, duration }) => ({
        isKeyFrame: is_sync,
        frame: { offset, size, cts },
        end: dts + duration,
      })),
  );
  return {
    seconds: duration / timescale,
    codecs: tracks.map(({ codec }) => codec),
    pictures,
    sounds,
  };
}

const clips = readdirSync(CLIPS_FOLDER).filter((name) => name.endsWith('.mp4'));

test.each(clips)('%s reduced to its key frames is the same clip with fewer frames', (name) => {
  const clip = readFileSync(join(CLIPS_FOLDER, name));
  const changed = withKeyFramesAlone(clip);
  const { pictures, ...before } = indexOf(clip);
  const { pictures: left, ...after } = indexOf(changed);
  expect(changed.length).toBe(clip.length);
  expect(after).toEqual(before);
  const keyFrames = pictures.filter(({ isKeyFrame }) => isKeyFrame);
  expect(left.map(({ frame }) => frame)).toEqual(keyFrames.map(({ frame }) => frame));
  expect(left.at(-1)?.end).toBe(pictures.at(-1)?.end);
  expect(left.length).toBeLessThan(before.seconds);
});

test('a file that is no clip is refused', () => {
  expect(() => withKeyFramesAlone(Buffer.from('no clip at all'))).toThrow('no clip with an index');
});
