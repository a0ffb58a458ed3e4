import { createFile, type Movie, MP4BoxBuffer, type Track } from 'mp4box';
import type { Source } from '../../../contract/shapes.ts';
import { OperatorError } from '../command.ts';
import { type Input, openFile } from './input.ts';

/** What a clip is, as far as the feed needs to know. */
export interface Media extends Omit<Source, 'url'> {
  readonly duration_ms: number;
}

const CHUNK = 256 * 1024;
/** An index that is larger than this belongs to no short clip. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_DURATION_MS = 5 * 60 * 1000;
const MIN_DURATION_MS = 1000;
/** H.264 Baseline, Main and High in 8 bits: what every browser and phone decodes. */
const H264 = /^avc1\.(?:42|4d|64)/i;
/** AV1, Main in 8 bits: beside H.264 for those that decode it. */
const AV1 = /^av01\.0\.\d\d[MH]\.08/i;
const AUDIO = /^mp4a\.40\./i;

interface Index {
  readonly movie: Movie;
  /** where the last frame ends */
  readonly end: number;
}

/** Reads the file's index, wherever it is; null: this is no MP4, or a broken one. */
async function readIndex(input: Input): Promise<Index | null> {
  const head = await input.read(0, 12);
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
    const chunk = await input.read(position, CHUNK);
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

function findProblem({ movie, end }: Index, bytes: number, codec: RegExp): string | null {
  const [video, ...more] = movie.videoTracks;
  const durationMs = (movie.duration / movie.timescale) * 1000;
  const unsupported = movie.audioTracks.find(({ codec }) => !AUDIO.test(codec));
  if (!video || more.length > 0) return `has ${movie.videoTracks.length} video tracks, not one`;
  if (!codec.test(video.codec)) {
    return `is ${video.codec}, not 8-bit ${codec === AV1 ? 'AV1' : 'H.264'}`;
  }
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

/** As `canPlayType` takes it. */
function typeOf({ videoTracks, audioTracks }: Movie): string {
  const codecs = [...videoTracks, ...audioTracks].map(({ codec }) => codec);
  return `video/mp4; codecs="${codecs.join(', ')}"`;
}

/**
 * Checks that browsers play it: MP4, one H.264 track, AAC or no sound, index first, whole, of a
 * sensible length and size.
 * @param isAv1 it must be AV1 instead, which some browsers play
 * @throws UnplayableMedia with what is wrong
 */
export async function inspect(input: Input, name: string, isAv1 = false): Promise<Media> {
  if (input.bytes > MAX_BYTES) {
    throw new UnplayableMedia(`${name} is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  }
  const index = await readIndex(input).catch((error: unknown) => {
    // the parser trips over damage in many ways of its own
    if (error instanceof OperatorError) throw error;
    return null;
  });
  if (!index) throw new UnplayableMedia(`${name} is no whole MP4 file`);
  const problem = findProblem(index, input.bytes, isAv1 ? AV1 : H264);
  const [video] = index.movie.videoTracks;
  if (problem || !video) throw new UnplayableMedia(`${name} ${problem}`);
  const { duration, timescale } = index.movie;
  return {
    ...sizeOf(video),
    type: typeOf(index.movie),
    bytes: input.bytes,
    duration_ms: Math.round((duration / timescale) * 1000),
  };
}

/** The same for a file. */
export async function inspectFile(path: string, name: string, isAv1 = false): Promise<Media> {
  const input = await openFile(path);
  try {
    return await inspect(input, name, isAv1);
  } finally {
    await input.close();
  }
}
