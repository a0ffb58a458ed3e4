import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Size } from './types.ts';

export const FPS = 30;
const QUIET = ['-hide_banner', '-loglevel', 'error', '-y'];
const AUDIO_KBPS = 64;
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

export function hasFfmpeg(): boolean {
  return spawnSync('ffmpeg', ['-version']).status === 0;
}

function run(tool: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} failed: ${stderr.trim()}`);
  return stdout;
}

function rawInput({ width, height }: Size): string[] {
  return ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${FPS}`];
}

async function feed(child: ChildProcess, frames: Iterable<Buffer>): Promise<void> {
  const { stdin } = child;
  if (!stdin) throw new Error('ffmpeg has no input');
  const closed = once(child, 'close');
  for (const frame of frames) {
    // Waiting for the write itself lets the next frame reuse the same buffer.
    await new Promise<void>((resolve, reject) => {
      stdin.write(frame, (error) => (error ? reject(error) : resolve()));
    });
  }
  stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`);
}

/** Stores the frames without loss, because the real encode needs to see them twice. */
export async function master(frames: Iterable<Buffer>, size: Size, path: string): Promise<void> {
  const codec = ['-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0'];
  const args = [...QUIET, ...rawInput(size), '-i', 'pipe:0', ...codec, path];
  await feed(spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] }), frames);
}

export async function still(frame: Buffer, size: Size, path: string): Promise<void> {
  const args = [...QUIET, ...rawInput(size), '-i', 'pipe:0', '-frames:v', '1', path];
  await feed(spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] }), [frame]);
}

/** Two passes spread a fixed number of bytes where the picture needs them. */
export function encode(
  masterPath: string,
  soundPath: string,
  clipPath: string,
  videoKbps: number,
): void {
  const colour = 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int';
  // Smooth pictures at a low rate: strong key frames, no invented texture, soft block edges.
  const tuning =
    'aq-mode=3:aq-strength=0.8:open-gop=0:psy-rd=0.1,0:deblock=1,1:bframes=8:ref=6:' +
    'rc-lookahead=60:ipratio=1.8:qcomp=0.7';
  const video = [
    ...['-vf', `${colour},format=yuv420p`, '-c:v', 'libx264', '-profile:v', 'high'],
    ...['-preset', 'slower', '-b:v', `${videoKbps}k`, '-maxrate', `${videoKbps * 2}k`],
    ...['-bufsize', `${videoKbps * 2}k`, '-g', '60', '-keyint_min', '60', '-sc_threshold', '0'],
    ...['-x264-params', tuning, ...BT709, '-color_range', 'tv', '-passlogfile', masterPath],
    // With several threads the rate control depends on their timing, and so would the bytes.
    ...['-threads', '1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'],
  ];
  const input = [...QUIET, '-i', masterPath];
  run('ffmpeg', [...input, ...video, '-pass', '1', '-an', '-f', 'null', '-']);
  const audio = ['-c:a', 'aac', '-b:a', `${AUDIO_KBPS}k`, '-ac', '2', '-flags:a', '+bitexact'];
  const both = ['-i', soundPath, '-map', '0:v', '-map', '1:a', ...audio];
  run('ffmpeg', [...input, ...both, ...video, '-pass', '2', '-movflags', '+faststart', clipPath]);
}

/** The clip's own first picture, so that nothing moves when the video takes the poster's place. */
export function poster(clipPath: string, posterPath: string, maxBytes: number): void {
  // WebP keeps its own flavour of YUV, hence the detour over RGB.
  const filter = 'scale=in_color_matrix=bt709:in_range=tv,format=bgra';
  for (let quality = 88; quality >= 40; quality -= 6) {
    const codec = ['-c:v', 'libwebp', '-quality', `${quality}`, '-compression_level', '6'];
    const args = ['-i', clipPath, '-frames:v', '1', '-vf', filter, ...codec, posterPath];
    run('ffmpeg', [...QUIET, ...args]);
    if (statSync(posterPath).size <= maxBytes) return;
  }
  throw new Error(`${posterPath} does not fit into ${maxBytes} bytes`);
}
