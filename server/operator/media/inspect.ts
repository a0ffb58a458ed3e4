import { createFile, type ISOFile, Log, type Movie, MP4BoxBuffer, type Track } from 'mp4box';
import type { Source } from '../../../contract/shapes.ts';
import { OperatorError } from '../command.ts';
import { checkFrames, type Frame } from './frames.ts';
import { type Input, openFile } from './input.ts';

/** What a clip is, as far as the feed needs to know. */
export interface Media extends Omit<Source, 'url'> {
  readonly duration_ms: number;
}

// it prints each box that it leaves out, such as the words of a phone, where the operator reads the answer
Log.error = (module, message, file) => file?.onError?.(module, message ?? '');

const CHUNK = 256 * 1024;
/** An index that is larger than this belongs to no short clip. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
export const MAX_BYTES = 100 * 1024 * 1024;
export const MAX_DURATION_MS = 5 * 60 * 1000;
const MIN_DURATION_MS = 1000;
const NO_MP4 = 'is no whole MP4 file';
/**
 * Of the largest file that is published: few phones show more, held upright or not, and 4K costs
 * four times the data.
 */
const MOST_SHORT_SIDE = 1080;
const MOST_LONG_SIDE = 1920;
const TOO_LARGE = `is larger than ${MAX_BYTES / 1024 / 1024} MB`;
/** H.264 Baseline, Main and High in 8 bits: what every browser and phone decodes. */
const H264 = /^avc1\.(?:42|4d|64)/i;
/** AV1, Main in 8 bits: beside H.264 for those that decode it. */
const AV1 = /^av01\.0\.\d\d[MH]\.08/i;
const AUDIO = /^mp4a\.40\./i;

interface Index {
  readonly movie: Movie;
  /** how much wider than high the picture's pixels are */
  readonly pixelRatio: number;
  /** of the film's own track */
  readonly frames: readonly Frame[];
  /** how many bytes the length of a unit of H.264 has */
  readonly lengthSize: number;
  /** where the last frame ends */
  readonly end: number;
}

/** What an entry of the table `stsd` says of a track, as far as it is read here. */
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

/** Reads the index of an MP4 file, wherever it is; null: there is none that is whole. */
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

/** What no ffmpeg can mend either. */
function findLimit({ movie, end }: Index, bytes: number): string | null {
  const durationMs = (movie.duration / movie.timescale) * 1000;
  if (end > bytes) return 'is cut off';
  return lengthProblem(durationMs);
}

/** @returns words that follow the clip's name; null: it has a sensible length */
export function lengthProblem(durationMs: number): string | null {
  if (durationMs < MIN_DURATION_MS) return 'is shorter than a second';
  if (durationMs > MAX_DURATION_MS) return `is longer than ${MAX_DURATION_MS / 60_000} minutes`;
  return null;
}

/** More pixels than are published. */
function findOversize({ movie: { videoTracks }, pixelRatio }: Index): string | null {
  const [video] = videoTracks;
  if (!video) return null;
  const { width, height } = sizeOf(video, pixelRatio);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short <= MOST_SHORT_SIDE && long <= MOST_LONG_SIDE) return null;
  return `has ${width}x${height} pixels, more than ${MOST_SHORT_SIDE}x${MOST_LONG_SIDE}`;
}

/** What browsers do not play, and ffmpeg may turn into what they do. */
function findForeign({ movie }: Index, bytes: number, codec: RegExp): string | null {
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

/** The size on screen: pixels may be wider than high, and a phone's clip is often stored sideways. */
function sizeOf(track: Track, pixelRatio: number): { width: number; height: number } {
  const { width: stored = track.track_width, height = track.track_height } = track.video ?? {};
  const width = Math.round(stored * pixelRatio);
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

/** An index that browsers play, and the track that they show. */
interface Playable extends Index {
  readonly video: Track;
}

async function readPlayable(input: Input, name: string, codec: RegExp): Promise<Playable> {
  if (!(await isMp4(input))) {
    throw new UnplayableMedia(`${name} ${input.bytes > MAX_BYTES ? TOO_LARGE : NO_MP4}`);
  }
  const index = await readIndex(input).catch((error: unknown) => {
    // the parser trips over damage in many ways of its own
    if (error instanceof OperatorError) throw error;
    return null;
  });
  if (!index) throw new OperatorError(`${name} ${NO_MP4}`);
  const limit = findLimit(index, input.bytes);
  if (limit) throw new OperatorError(`${name} ${limit}`);
  const foreign = findForeign(index, input.bytes, codec) ?? findOversize(index);
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
 * Checks that browsers play it: MP4, one H.264 track, AAC or no sound, index first, whole, of a
 * sensible length and size.
 * @param isAv1 it must be AV1 instead, which some browsers play
 * @throws UnplayableMedia with what ffmpeg may mend, else OperatorError
 */
export async function inspect(input: Input, name: string, isAv1 = false): Promise<Media> {
  return mediaOf(await readPlayable(input, name, isAv1 ? AV1 : H264), input.bytes);
}

/**
 * The same of a film that no ffmpeg looks at: reads each of its frames too.
 * @throws OperatorError when one is damaged
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
