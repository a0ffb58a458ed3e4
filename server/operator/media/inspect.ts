import { createFile, type ISOFile, Log, type Movie, MP4BoxBuffer, type Track } from 'mp4box';
import type { Source } from '../../../contract/shapes.ts';
import { OperatorError } from '../command.ts';
import { checkFrames, type Frame } from './frames.ts';
import { type Input, openFile } from './input.ts';

/** Properties of a clip that the feed needs. */
export interface Media extends Omit<Source, 'url'> {
  readonly duration_ms: number;
}

// keeps the parser from logging each skipped box, such as a phone's metadata, on standard error
Log.error = (module, message, file) => file?.onError?.(module, message ?? '');

const CHUNK = 256 * 1024;
/** Largest index that is read: no short clip has a larger one. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
export const MAX_BYTES = 100 * 1024 * 1024;
export const MAX_DURATION_MS = 5 * 60 * 1000;
const MIN_DURATION_MS = 1000;
const NO_MP4 = 'is no whole MP4 file';
/**
 * Largest size that is published: few phones show more, in portrait or landscape, and 4K costs four
 * times the data.
 */
const MAX_SHORT_SIDE = 1080;
const MAX_LONG_SIDE = 1920;
const TOO_LARGE = `is larger than ${MAX_BYTES / 1024 / 1024} MB`;
/** H.264 Baseline, Main and High in 8 bits: every browser and phone decodes them. */
const H264 = /^avc1\.(?:42|4d|64)/i;
/** AV1 Main in 8 bits: offered besides H.264 to devices that decode it. */
const AV1 = /^av01\.0\.\d\d[MH]\.08/i;
const AUDIO = /^mp4a\.40\./i;

interface Index {
  readonly movie: Movie;
  /** width of the picture's pixels, divided by their height */
  readonly pixelRatio: number;
  /** frames of the video track */
  readonly frames: readonly Frame[];
  /** bytes of the length field of an H.264 unit */
  readonly lengthSize: number;
  /** position after the last frame */
  readonly end: number;
}

/** The used fields of a track's entry in the table `stsd`. */
interface Description {
  readonly pasp?: { readonly hSpacing: number; readonly vSpacing: number };
  readonly avcC?: { readonly lengthSizeMinusOne: number };
}

function describe(file: ISOFile, { videoTracks: [video] }: Movie) {
  const [entry] = video ? file.getTrackById(video.id).mdia.minf.stbl.stsd.entries : [];
  const { pasp, avcC } = (entry ?? {}) as Description;
  const isGiven = pasp && pasp.hSpacing > 0 && pasp.vSpacing > 0;
  return {
    pixelRatio: isGiven ? pasp.hSpacing / pasp.vSpacing : 1,
    frames: video ? file.getTrackSamplesInfo(video.id) : [],
    lengthSize: (avcC?.lengthSizeMinusOne ?? 3) + 1,
  };
}

const isMp4 = async (input: Input) => (await input.read(0, 12)).toString('latin1', 4, 8) === 'ftyp';

/** Reads the index of an MP4 file, at any position; null: there is no complete one. */
async function readIndex(input: Input): Promise<Index | null> {
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
  return { movie, end, ...describe(file, movie) };
}

/** Problems that no ffmpeg can repair. */
function findUnrepairableProblem({ movie, end }: Index, bytes: number): string | null {
  const durationMs = (movie.duration / movie.timescale) * 1000;
  if (end > bytes) return 'is cut off';
  return lengthProblem(durationMs);
}

/** @returns a message to append to the clip's name; null: the length is fine */
export function lengthProblem(durationMs: number): string | null {
  if (durationMs < MIN_DURATION_MS) return 'is shorter than a second';
  if (durationMs > MAX_DURATION_MS) return `is longer than ${MAX_DURATION_MS / 60_000} minutes`;
  return null;
}

/** Problem of more pixels than are published; null: none. */
function findOversize({ movie: { videoTracks }, pixelRatio }: Index): string | null {
  const [video] = videoTracks;
  if (!video) return null;
  const { width, height } = sizeOf(video, pixelRatio);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short <= MAX_SHORT_SIDE && long <= MAX_LONG_SIDE) return null;
  return `has ${width}x${height} pixels, more than ${MAX_SHORT_SIDE}x${MAX_LONG_SIDE}`;
}

/** Finds a problem for browsers that ffmpeg may solve; null: none. */
function findIncompatibility({ movie }: Index, bytes: number, codec: RegExp): string | null {
  const [video, ...more] = movie.videoTracks;
  const unsupported = movie.audioTracks.find(({ codec }) => !AUDIO.test(codec));
  if (!video || more.length > 0) return `has ${movie.videoTracks.length} video tracks, not one`;
  if (!codec.test(video.codec)) {
    return `is ${video.codec}, not 8-bit ${codec === AV1 ? 'AV1' : 'H.264'}`;
  }
  if (unsupported) return `has ${unsupported.codec} sound, not AAC`;
  if (movie.isFragmented) return 'is fragmented';
  if (!movie.isProgressive) return 'has its index at the end (no "faststart")';
  return bytes > MAX_BYTES ? TOO_LARGE : null;
}

/** Size on screen: pixels may be wider than high, and a phone's clip is often stored sideways. */
function sizeOf(track: Track, pixelRatio: number): { width: number; height: number } {
  const { width: stored = track.track_width, height = track.track_height } = track.video ?? {};
  const width = Math.round(stored * pixelRatio);
  const [a = 0, b = 0] = Array.from(track.matrix as ArrayLike<number>);
  const isSideways = a === 0 && b !== 0;
  return isSideways ? { width: height, height: width } : { width, height };
}

/** Browsers cannot play the media, or the media are too large, but ffmpeg may convert them. */
export class UnplayableMedia extends OperatorError {}

/** MIME type for `canPlayType`. */
function typeOf({ videoTracks, audioTracks }: Movie): string {
  const codecs = [...videoTracks, ...audioTracks].map(({ codec }) => codec);
  return `video/mp4; codecs="${codecs.join(', ')}"`;
}

/** The index of a film that browsers play, and its video track. */
interface Playable extends Index {
  readonly video: Track;
}

async function readPlayable(input: Input, name: string, codec: RegExp): Promise<Playable> {
  if (!(await isMp4(input))) {
    throw new UnplayableMedia(`${name} ${input.bytes > MAX_BYTES ? TOO_LARGE : NO_MP4}`);
  }
  const index = await readIndex(input).catch((error: unknown) => {
    // the parser fails on damaged files in many ways
    if (error instanceof OperatorError) throw error;
    return null;
  });
  if (!index) throw new OperatorError(`${name} ${NO_MP4}`);
  const limit = findUnrepairableProblem(index, input.bytes);
  if (limit) throw new OperatorError(`${name} ${limit}`);
  const foreign = findIncompatibility(index, input.bytes, codec) ?? findOversize(index);
  const [video] = index.movie.videoTracks;
  if (foreign || !video) throw new UnplayableMedia(`${name} ${foreign}`);
  return { ...index, video };
}

const mediaOf = ({ movie, video, pixelRatio }: Playable, bytes: number): Media => ({
  ...sizeOf(video, pixelRatio),
  type: typeOf(movie),
  bytes,
  duration_ms: Math.round((movie.duration / movie.timescale) * 1000),
});

/**
 * Checks that browsers play a file: MP4, one H.264 track, AAC or no sound, index first, complete,
 * of a sensible length and size.
 * @param isAv1 expects AV1 instead, which some browsers play
 * @throws UnplayableMedia for problems that ffmpeg may solve, else OperatorError
 */
export async function inspect(input: Input, name: string, isAv1 = false): Promise<Media> {
  return mediaOf(await readPlayable(input, name, isAv1 ? AV1 : H264), input.bytes);
}

/**
 * Does the same check as `inspect`, and checks each frame, without ffmpeg.
 * @throws OperatorError when a frame is damaged
 */
export async function inspectFrames(input: Input, name: string): Promise<Media> {
  const playable = await readPlayable(input, name, H264);
  await checkFrames(input, playable.frames, playable.lengthSize, name);
  return mediaOf(playable, input.bytes);
}

async function withFile<Result>(path: string, work: (input: Input) => Promise<Result>) {
  const input = await openFile(path);
  try {
    return await work(input);
  } finally {
    await input.close();
  }
}

/** `inspect` of a file. */
export const inspectFile = (path: string, name: string, isAv1 = false): Promise<Media> =>
  withFile(path, (input) => inspect(input, name, isAv1));

/** `inspectFrames` of a file. */
export const inspectFileFrames = (path: string): Promise<Media> =>
  withFile(path, (input) => inspectFrames(input, path));
