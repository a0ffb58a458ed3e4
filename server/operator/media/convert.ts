import { OperatorError } from '../command.ts';
import type { Container } from './container.ts';
import { ffmpeg, input, type PictureFormat, throwUnlessDamaged, type Workspace } from './ffmpeg.ts';
import { MAX_DURATION_MS } from './inspect.ts';
import type { Film } from './probe.ts';

/** Makes pixels square, so that the picture keeps its shape on a screen. */
export const SQUARE = "scale='trunc(iw*sar/2)*2':ih,setsar=1";
const FIT =
  "scale='min(720,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1";

/** Stops with an error at the first damaged part. */
const STRICT = ['-xerror', '-err_detect', 'explode'];
const FIRST_INDEX = ['-movflags', '+faststart', '-f', 'mp4'];
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

/** Maps HDR to the range of ordinary screens: white of 203 cd/m² stays white. */
function toneMap(hdr: 'HLG' | 'PQ'): string {
  const transfer = hdr === 'HLG' ? 'arib-std-b67' : 'smpte2084';
  return [
    'format=yuv420p10le',
    `zscale=tin=${transfer}:min=bt2020nc:pin=bt2020:rin=tv:t=linear:npl=203`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=mobius:param=0.6:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ].join();
}

const tracksOf = ({ picture, sound }: Film) => [
  ...['-map', `0:${picture}`, ...(sound ? ['-map', `0:${sound.stream}`] : [])],
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-dn'],
];
const soundOf = (sound: Film['sound'], copies: boolean) =>
  sound?.isAac && copies ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];

export interface Source {
  readonly path: string;
  readonly container: Container;
  readonly film: Film;
}

/**
 * Decodes a whole film and discards the result.
 * @throws OperatorError when a part cannot be decoded
 */
export async function verifyDecodable(
  name: string,
  { path, container, film }: Source,
  workspace: Workspace,
) {
  const step = { name: 'checking the film', durationMs: film.durationMs ?? MAX_DURATION_MS };
  const tracks = [`0:${film.picture}`, ...(film.sound ? [`0:${film.sound.stream}`] : [])];
  const maps = tracks.flatMap((track) => ['-map', track]);
  try {
    await ffmpeg(
      [...STRICT, ...input(path, container), ...maps, '-f', 'null', '-'],
      workspace,
      step,
    );
  } catch (failure) {
    throwUnlessDamaged(failure, workspace, name);
    throw new OperatorError(
      `${name} cannot be decoded to its end: it is damaged, or this ffmpeg does not know its format`,
    );
  }
}

/** @throws OperatorError when a part of the picture cannot be decoded */
export async function verifyPictureDecodable(
  path: string,
  format: PictureFormat,
  workspace: Workspace,
) {
  try {
    await ffmpeg([...STRICT, ...input(path, format), '-f', 'null', '-'], workspace);
  } catch (failure) {
    throwUnlessDamaged(failure, workspace, path);
    throw new OperatorError(`${path} cannot be decoded to its end: it is damaged`);
  }
}

/** Copies the video stream into an MP4 whose index is first; only sound that is not AAC is encoded. */
export function repack({ path, container, film }: Source, to: string, workspace: Workspace) {
  const step = {
    name: 'moving the index of the film',
    durationMs: film.durationMs ?? MAX_DURATION_MS,
  };
  const codecs = ['-c:v', 'copy', ...soundOf(film.sound, true)];
  const args = ['-xerror', ...input(path, container), ...tracksOf(film), ...codecs];
  return ffmpeg([...args, ...FIRST_INDEX, to], workspace, step);
}

/** Writes a film that every browser plays: H.264 and AAC, at most 720 by 1280, index first. */
export function transcode({ path, container, film }: Source, to: string, workspace: Workspace) {
  const step = { name: 'encoding', durationMs: film.durationMs ?? MAX_DURATION_MS };
  const filters = [SQUARE, FIT, ...(film.hdr ? [toneMap(film.hdr)] : [])].join();
  const video = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  const quality = ['-preset', 'fast', '-crf', '22', ...(film.hdr ? BT709 : [])];
  return ffmpeg(
    [
      ...[...STRICT, ...input(path, container), ...tracksOf(film), '-vf', filters],
      ...[...video, ...quality, ...soundOf(film.sound, false)],
      // bounds the work for a film without a duration
      ...['-t', `${MAX_DURATION_MS / 1000 + 1}`, ...FIRST_INDEX, to],
    ],
    workspace,
    step,
  );
}

/** Writes the frame at a second of an MP4 as a JPEG; an empty file when there is no frame. */
export function makePoster(from: string, to: string, second: number, workspace: Workspace) {
  const frame = ['-ss', `${second}`, ...input(from, 'mov'), '-map', '0:V:0', '-frames:v', '1'];
  const filters = `${SQUARE},scale='min(540,iw)':-2,setsar=1`;
  return ffmpeg([...frame, '-vf', filters, '-q:v', '4', '-f', 'mjpeg', to], workspace);
}
