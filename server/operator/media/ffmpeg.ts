import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 5 * 60_000;

async function ffmpeg(args: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { timeout: TIMEOUT_MS });
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
export function transcode(from: string, to: string): Promise<void> {
  const fit =
    "scale='min(720,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";
  const video = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '23'];
  const audio = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'];
  const file = ['-movflags', '+faststart', '-f', 'mp4'];
  return ffmpeg(['-i', from, ...tracks, '-vf', fit, ...video, ...audio, ...file, to]);
}

/** Writes one frame of half a second in, as a JPEG. */
export function makePoster(from: string, to: string): Promise<void> {
  const frame = ['-ss', '0.5', '-i', from, '-frames:v', '1'];
  return ffmpeg([...frame, '-vf', "scale='min(540,iw)':-2", '-q:v', '4', '-f', 'mjpeg', to]);
}
