import { copyFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { OperatorError } from '../command.ts';
import { type Container, containerOf } from './container.ts';
import { repack, type Source, transcode, verifyDecodable } from './convert.ts';
import { canToneMap, hasFfmpeg, throwUnlessDamaged, type Workspace } from './ffmpeg.ts';
import {
  inspectFile,
  inspectFileFrames,
  lengthProblem,
  MAX_BYTES,
  type Media,
  UnplayableMedia,
} from './inspect.ts';
import { type Film, probe } from './probe.ts';

/** Refuses a wrong length before any work. */
export type CheckLength = (durationMs: number) => void;

const MAX_SOURCE_BYTES = 4 * 1024 ** 3;
/** Pixels of a 4K frame. */
const MAX_PIXELS = 4096 * 2304;
/** Tolerated difference between the duration in a file's header and its content. */
const TOLERANCE_MS = 1_000;

/** @returns why browsers cannot play the file unchanged; null: they can */
async function findIncompatibility(path: string): Promise<UnplayableMedia | null> {
  try {
    await inspectFile(path, path);
    return null;
  } catch (error) {
    if (error instanceof UnplayableMedia) return error;
    throw error;
  }
}

const noFilm = (path: string) =>
  `${path} is no film: no MP4, QuickTime, Matroska, WebM or AVI file`;

/** Refuses films that exceed a limit or cannot be converted here, before any work. */
async function refuse(path: string, bytes: number, film: Film): Promise<void> {
  const problem = film.durationMs === null ? null : lengthProblem(film.durationMs);
  if (problem) throw new OperatorError(`${path} ${problem}`);
  if (bytes > MAX_SOURCE_BYTES) throw new OperatorError(`${path} is larger than 4 GB`);
  if (film.width * film.height > MAX_PIXELS) {
    throw new OperatorError(`${path} has ${film.width}x${film.height} pixels, more than 4K`);
  }
  if (film.isDolbyOnly) {
    throw new OperatorError(`${path} is Dolby Vision of profile 5, which has no ordinary colours`);
  }
  if (film.hdr && !(await canToneMap())) {
    throw new OperatorError(
      `${path} is HDR (${film.hdr}), and the ffmpeg here lacks zscale or tonemap to give it ordinary colours`,
    );
  }
}

/** Moves the index if that is enough, else encodes the film again. */
async function convert(source: Source, bytes: number, draft: string, workspace: Workspace) {
  const { film, path } = source;
  if (film.isH264 && film.isSquare && !film.hdr && bytes <= MAX_BYTES) {
    try {
      await repack(source, draft, workspace);
      await inspectFile(draft, path);
      return;
    } catch (failure) {
      // a film that cannot be copied may still be encoded
      throwUnlessDamaged(failure, workspace, path);
    }
  }
  try {
    await transcode(source, draft, workspace);
  } catch (failure) {
    throwUnlessDamaged(failure, workspace, path);
    await verifyDecodable(path, source, workspace);
    throw new OperatorError(`${path} cannot be converted by ffmpeg into a film that browsers play`);
  }
}

/** Refuses a copy that is shorter than its original's header says. */
function refuseLoss(path: string, { durationMs: said }: Film, { durationMs: found }: Film): void {
  if (said === null || (found ?? 0) >= said - TOLERANCE_MS) return;
  const [read, whole] = [found ?? 0, said].map((ms) => (ms / 1000).toFixed(1));
  throw new OperatorError(`${path} is damaged: only ${read} s of its ${whole} s can be read`);
}

async function prepare(
  path: string,
  container: Container,
  draft: string,
  workspace: Workspace,
  checkLength: CheckLength,
): Promise<Media> {
  const foreign = await findIncompatibility(path);
  const film = await probe(path, container, workspace);
  const { size } = await stat(path);
  await refuse(path, size, film);
  checkLength(film.durationMs ?? Number.POSITIVE_INFINITY);
  const source = { path, container, film };
  if (!foreign && film.isSquare && !film.hdr) {
    await copyFile(path, draft);
    await verifyDecodable(path, { ...source, path: draft }, workspace);
    return inspectFile(draft, path);
  }
  await convert(source, size, draft, workspace);
  const made = await probe(draft, 'mov', workspace);
  refuseLoss(path, film, made);
  await verifyDecodable(path, { path: draft, container: 'mov', film: made }, workspace);
  return inspectFile(draft, `${path}, converted,`);
}

/**
 * Writes a film that browsers play. Without ffmpeg, only a film that they play already is accepted.
 * @param draft output path
 * @throws OperatorError
 */
export async function prepareClip(
  path: string,
  draft: string,
  workspace: Workspace,
  checkLength: CheckLength,
): Promise<Media> {
  const container = await containerOf(path);
  if (await hasFfmpeg()) {
    if (container) return prepare(path, container, draft, workspace, checkLength);
    throw new OperatorError(noFilm(path));
  }
  const media = await inspectFileFrames(path);
  checkLength(media.duration_ms);
  await copyFile(path, draft);
  return media;
}

/**
 * Checks a file without converting it.
 * @throws OperatorError when it is certain to be refused
 */
export async function checkFilm(path: string, checkLength: CheckLength): Promise<void> {
  const container = await containerOf(path);
  if (!(await hasFfmpeg())) {
    checkLength((await inspectFileFrames(path)).duration_ms);
    return;
  }
  if (!container) throw new OperatorError(noFilm(path));
  const film = await probe(path, container, { folder: tmpdir() });
  await refuse(path, (await stat(path)).size, film);
  checkLength(film.durationMs ?? Number.POSITIVE_INFINITY);
}
