import { OperatorError } from '../command.ts';
import type { Container } from './container.ts';
import { ffmpeg, input, type PictureFormat, throwUnlessDamaged, type Workshop } from './ffmpeg.ts';
import { MAX_DURATION_MS } from './inspect.ts';
import type { Film } from './probe.ts';

/** Gives the picture the shape that it has on a screen, where its pixels are not square. */
export const SQUARE = "scale='trunc(iw*sar/2)*2':ih,setsar=1";
const FIT =
  "scale='min(720,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1";

/** Ends with what is wrong at the first part that is not in order. */
const STRICT = ['-xerror', '-err_detect', 'explode'];
const FIRST_INDEX = ['-movflags', '+faststart', '-f', 'mp4'];
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

/** Brings the light of HDR into what ordinary screens show: white of 203 cd/m² stays white. */
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
 * Decodes all of a film and keeps nothing of it.
 * @throws OperatorError when a part of it cannot be decoded
 */
export async function look(name: string, { path, container, film }: Source, shop: Workshop) {
  const step = { name: 'looking at it', durationMs: film.durationMs ?? MAX_DURATION_MS };
  const tracks = [`0:${film.picture}`, ...(film.sound ? [`0:${film.sound.stream}`] : [])];
  const maps = tracks.flatMap((track) => ['-map', track]);
  try {
    await ffmpeg([...STRICT, ...input(path, container), ...maps, '-f', 'null', '-'], shop, step);
  } catch (failure) {
    throwUnlessDamaged(failure, shop, name);
    throw new OperatorError(
      `${name} cannot be decoded to its end: it is damaged, or of a kind that ffmpeg here does not know`,
    );
  }
}

/** @throws OperatorError when a part of it cannot be decoded */
export async function lookAtPicture(path: string, format: PictureFormat, shop: Workshop) {
  try {
    await ffmpeg([...STRICT, ...input(path, format), '-f', 'null', '-'], shop);
  } catch (failure) {
    throwUnlessDamaged(failure, shop, path);
    throw new OperatorError(`${path} cannot be decoded to its end: it is damaged`);
  }
}

/** Writes the same picture into an MP4 whose index is first; only sound that is not AAC is encoded. */
export function repack({ path, container, film }: Source, to: string, shop: Workshop) {
  const step = { name: 'moving its index', durationMs: film.durationMs ?? MAX_DURATION_MS };
  const codecs = ['-c:v', 'copy', ...soundOf(film.sound, true)];
  const args = ['-xerror', ...input(path, container), ...tracksOf(film), ...codecs];
  return ffmpeg([...args, ...FIRST_INDEX, to], shop, step);
}

/** Writes what every browser plays: H.264 and AAC, at most 720 by 1280, index first. */
export function transcode({ path, container, film }: Source, to: string, shop: Workshop) {
  const step = { name: 'encoding', durationMs: film.durationMs ?? MAX_DURATION_MS };
  const filters = [SQUARE, FIT, ...(film.hdr ? [toneMap(film.hdr)] : [])].join();
  const video = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  const quality = ['-preset', 'fast', '-crf', '22', ...(film.hdr ? BT709 : [])];
  return ffmpeg(
    [
      ...[...STRICT, ...input(path, container), ...tracksOf(film), '-vf', filters],
      ...[...video, ...quality, ...soundOf(film.sound, false)],
      // what does not say how long it is, is not encoded for hours
      ...['-t', `${MAX_DURATION_MS / 1000 + 1}`, ...FIRST_INDEX, to],
    ],
    shop,
    step,
  );
}

/** Writes one frame from a second of an MP4, as a JPEG: nothing where that has none. */
export function makePoster(from: string, to: string, second: number, shop: Workshop) {
  const frame = ['-ss', `${second}`, ...input(from, 'mov'), '-map', '0:V:0', '-frames:v', '1'];
  const filters = `${SQUARE},scale='min(540,iw)':-2,setsar=1`;
  return ffmpeg([...frame, '-vf', filters, '-q:v', '4', '-f', 'mjpeg', to], shop);
}
