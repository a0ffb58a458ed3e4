import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 5 * 60_000;
/** AV1 of a clip of five minutes, on a slow machine. */
const SLOW_TIMEOUT_MS = 30 * 60_000;

/** @param signal ends it at once, so that it writes nothing more */
async function ffmpeg(
  args: readonly string[],
  signal: AbortSignal | undefined,
  timeout = TIMEOUT_MS,
): Promise<void> {
  const options = { timeout, killSignal: 'SIGKILL', signal } as const;
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], options);
}

/** Whether ffmpeg is installed. */
export async function hasFfmpeg(): Promise<boolean> {
  try {
    await run('ffmpeg', ['-version'], { timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** Writes what every browser plays: H.264 and AAC, at most 720 by 1280, index first. */
export function transcode(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const fit =
    "scale='min(720,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";
  const video = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '23'];
  const audio = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'];
  const file = ['-movflags', '+faststart', '-f', 'mp4'];
  return ffmpeg(['-i', from, ...tracks, '-vf', fit, ...video, ...audio, ...file, to], signal);
}

const ENCODERS = ['libx264', 'libsvtav1', 'libaom-av1'] as const;
export type Encoder = (typeof ENCODERS)[number];

/** The encoders that the ffmpeg here has; null: there is no ffmpeg. */
export async function findEncoders(): Promise<ReadonlySet<Encoder> | null> {
  try {
    const { stdout } = await run('ffmpeg', ['-v', 'error', '-encoders'], { timeout: TIMEOUT_MS });
    const words = new Set(stdout.split(/\s+/));
    return new Set(ENCODERS.filter((name) => words.has(name)));
  } catch {
    return null;
  }
}

export interface Encoding {
  readonly encoder: Encoder;
  /** pixels of the shorter side */
  readonly side: number;
  readonly isBaseline: boolean;
  /** at most; what needs less gets less */
  readonly videoKbps: number;
  readonly audioKbps: number;
}

function videoArguments({ encoder, isBaseline, videoKbps }: Encoding): string[] {
  const most = ['-maxrate', `${videoKbps}k`, '-bufsize', `${videoKbps * 2}k`];
  switch (encoder) {
    case 'libx264':
      return ['-profile:v', isBaseline ? 'baseline' : 'high', '-crf', '26', ...most];
    case 'libsvtav1':
      return ['-preset', '8', '-crf', '40', ...most];
    case 'libaom-av1':
      return ['-cpu-used', '8', '-row-mt', '1', '-crf', '40', '-b:v', `${videoKbps}k`];
  }
}

/** Writes another file of the same clip: index first, a key frame every two seconds. */
export function encode(
  from: string,
  to: string,
  encoding: Encoding,
  signal?: AbortSignal,
): Promise<void> {
  const { encoder, side, audioKbps } = encoding;
  const fit = `scale='if(gt(iw,ih),-2,${side})':'if(gt(iw,ih),${side},-2)',setsar=1`;
  const video = ['-c:v', encoder, ...videoArguments(encoding), '-pix_fmt', 'yuv420p'];
  const frames = ['-vf', fit, '-fpsmax', '30', '-g', '60'];
  const audio = ['-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '2'];
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'];
  const file = ['-movflags', '+faststart', '-f', 'mp4'];
  const args = ['-i', from, ...tracks, ...frames, ...video, ...audio, ...file, to];
  return ffmpeg(args, signal, SLOW_TIMEOUT_MS);
}

/** Writes one frame of half a second in, as a JPEG. */
export function makePoster(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const frame = ['-ss', '0.5', '-i', from, '-frames:v', '1'];
  const picture = ['-vf', "scale='min(540,iw)':-2", '-q:v', '4', '-f', 'mjpeg'];
  return ffmpeg([...frame, ...picture, to], signal);
}
