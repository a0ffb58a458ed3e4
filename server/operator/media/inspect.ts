import { createFile, type Movie, MP4BoxBuffer, type Track } from 'mp4box';
import { OperatorError } from '../command.ts';
import type { Source } from './source.ts';

/** What a clip is, as far as the feed needs to know. */
export interface Media {
  readonly width: number;
  readonly height: number;
  readonly duration_ms: number;
}

const CHUNK = 256 * 1024;
/** An index that is larger than this belongs to no short clip. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_DURATION_MS = 5 * 60 * 1000;
const MIN_DURATION_MS = 1000;
/** H.264 Baseline, Main and High in 8 bits: what every browser and phone decodes. */
const VIDEO = /^avc1\.(?:42|4d|64)/i;
const AUDIO = /^mp4a\.40\./i;

interface Index {
  readonly movie: Movie;
  /** where the last frame ends */
  readonly end: number;
}

/** Reads the file's index, wherever it is; null: this is no MP4, or a broken one. */
async function readIndex(source: Source): Promise<Index | null> {
  const head = await source.read(0, 12);
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const file = createFile();
  let movie: Movie | undefined;
  let broken = false;
  file.onReady = (info) => {
    movie = info;
  };
  file.onError = () => {
    broken = true;
  };
  let position = 0;
  for (let read = 0; !movie && !broken && read < MAX_INDEX_BYTES; ) {
    const chunk = await source.read(position, CHUNK);
    if (chunk.length === 0) break;
    read += chunk.length;
    const bytes = new Uint8Array(chunk).buffer;
    const next = file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes, position));
    position = next > position ? next : position + chunk.length;
  }
  if (!movie) return null;
  const samples = movie.tracks.flatMap(({ id }) => file.getTrackSamplesInfo(id));
  const end = samples.reduce((last, { offset, size }) => Math.max(last, offset + size), 0);
  return { movie, end };
}

function findProblem({ movie, end }: Index, bytes: number): string | null {
  const [video, ...more] = movie.videoTracks;
  const durationMs = (movie.duration / movie.timescale) * 1000;
  const unsupported = movie.audioTracks.find(({ codec }) => !AUDIO.test(codec));
  if (!video || more.length > 0) return `has ${movie.videoTracks.length} video tracks, not one`;
  if (!VIDEO.test(video.codec)) return `is ${video.codec}, not 8-bit H.264`;
  if (unsupported) return `has ${unsupported.codec} sound, not AAC`;
  if (movie.isFragmented) return 'is fragmented';
  if (!movie.isProgressive) return 'has its index at the end (no "faststart")';
  if (end > bytes) return 'is cut off';
  if (durationMs < MIN_DURATION_MS) return 'is shorter than a second';
  if (durationMs > MAX_DURATION_MS) return `is longer than ${MAX_DURATION_MS / 60_000} minutes`;
  return null;
}

/** The size on screen: a phone's clip is often stored sideways, with a rotation in its matrix. */
function sizeOf(track: Track): { width: number; height: number } {
  const { width = track.track_width, height = track.track_height } = track.video ?? {};
  const [a = 0, b = 0] = Array.from(track.matrix as ArrayLike<number>);
  const isSideways = a === 0 && b !== 0;
  return isSideways ? { width: height, height: width } : { width, height };
}

/** The message says what browsers cannot play, in words that follow the media's name. */
export class UnplayableMedia extends OperatorError {}

/**
 * Checks that browsers play it: MP4, one H.264 track, AAC or no sound, index first, whole, of a
 * sensible length and size.
 * @throws UnplayableMedia with what is wrong
 */
export async function inspect(source: Source, name: string): Promise<Media> {
  if (source.bytes > MAX_BYTES) {
    throw new UnplayableMedia(`${name} is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  }
  const index = await readIndex(source).catch((error: unknown) => {
    // the parser trips over damage in many ways of its own
    if (error instanceof OperatorError) throw error;
    return null;
  });
  if (!index) throw new UnplayableMedia(`${name} is no whole MP4 file`);
  const problem = findProblem(index, source.bytes);
  const [video] = index.movie.videoTracks;
  if (problem || !video) throw new UnplayableMedia(`${name} ${problem}`);
  const { duration, timescale } = index.movie;
  return { ...sizeOf(video), duration_ms: Math.round((duration / timescale) * 1000) };
}
