import { stat } from 'node:fs/promises';
import { ffmpeg, input, type Workspace } from './ffmpeg.ts';
import { posterKind } from './poster.ts';

/** In pixels: the size of large pictures in messengers. */
const SIZE = { width: 1200, height: 630 } as const;
/** Largest file that messengers show. */
const MAX_BYTES = 300_000;
/** ffmpeg's quality factors for JPEG, the best picture first. */
const QUALITIES = [4, 10, 20, 31] as const;

const { width, height } = SIZE;
/** The whole poster, in front of a dark and blurred copy that fills the rest. */
const FILTERS = [
  'split[first][second]',
  `[first]scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},` +
    'gblur=sigma=40,eq=brightness=-0.15[back]',
  `[second]scale=${width}:${height}:force_original_aspect_ratio=decrease[front]`,
  '[back][front]overlay=(W-w)/2:(H-h)/2,format=yuvj420p',
].join(';');

/**
 * Writes the picture for link previews of a clip: a JPEG of 1200 by 630, at most 300 KB.
 * @param poster path of a JPEG, PNG or WebP file
 * @throws when ffmpeg can make no such picture, or the workspace's signal aborts it
 */
export async function makePreview(poster: string, to: string, workspace: Workspace): Promise<void> {
  const { format } = await posterKind(poster, workspace);
  for (const quality of QUALITIES) {
    const written = ['-frames:v', '1', '-q:v', `${quality}`, '-f', 'mjpeg', to];
    await ffmpeg([...input(poster, format), '-vf', FILTERS, ...written], workspace);
    const { size } = await stat(to);
    if (size > 0 && size <= MAX_BYTES) return;
  }
  throw new Error(
    `ffmpeg can make no preview picture of ${poster} with ${MAX_BYTES} bytes or less`,
  );
}
