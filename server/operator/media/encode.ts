import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SQUARE } from './convert.ts';
import { type Encoder, ffmpeg, input, type Workspace } from './ffmpeg.ts';
import type { Media } from './inspect.ts';

export interface Encoding {
  readonly name: string;
  readonly encoder: Encoder;
  /** pixels of the shorter side */
  readonly side: number;
  /** the encoder's quality factor: the higher, the fewer bytes and the worse the picture */
  readonly crf: number;
  readonly audioKbps: number;
}

/** A part of a clip, in seconds. */
interface Part {
  readonly from: number;
  readonly length: number;
}

const inputPart = (path: string, part: Part | null) => [
  ...(part ? ['-ss', `${part.from}`, '-t', `${part.length}`] : []),
  ...input(path, 'mov'),
];

function videoArguments({ encoder, crf }: Encoding): string[] {
  switch (encoder) {
    case 'libx264':
      // gives bits to dark and smooth areas too, where blocks are visible first
      return ['-profile:v', 'high', '-crf', `${crf}`, '-x264-params', 'aq-mode=3:deblock=1,1'];
    case 'libsvtav1':
      return ['-preset', '8', '-crf', `${crf}`];
    case 'libaom-av1':
      return ['-cpu-used', '8', '-row-mt', '1', '-crf', `${crf}`, '-b:v', '0'];
  }
}

/** A film to make copies of. */
export interface Original {
  readonly path: string;
  readonly media: Media;
  /** only this part is encoded; null: the whole film */
  readonly part: Part | null;
}

const durationOf = ({ media, part }: Original) => (part ? part.length * 1000 : media.duration_ms);

/** Encodes another file of the same clip: index first, a key frame at least every 60 frames. */
export function encode(
  original: Original,
  to: string,
  encoding: Encoding,
  workspace: Workspace,
): Promise<void> {
  const { name, encoder, side, audioKbps } = encoding;
  const fit = `${SQUARE},scale='if(gt(iw,ih),-2,${side})':'if(gt(iw,ih),${side},-2)',setsar=1`;
  const video = ['-c:v', encoder, ...videoArguments(encoding), '-pix_fmt', 'yuv420p'];
  const frames = ['-vf', fit, '-fpsmax', '30', '-g', '60'];
  const audio = ['-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '2'];
  const tracks = ['-map', '0:V:0', '-map', '0:a:0?', '-map_metadata', '-1'];
  const file = ['-movflags', '+faststart', '-f', 'mp4'];
  const from = inputPart(original.path, original.part);
  const args = [...from, ...tracks, ...frames, ...video, ...audio, ...file, to];
  return ffmpeg(args, workspace, { name, durationMs: durationOf(original) });
}

/** Similarity of a copy to its original: SSIM of the brightness, 1 is identical. */
export interface Quality {
  /** at the copy's size: blur lowers it */
  readonly fine: number;
  /** at a quarter of the size: grain no longer counts, while blocks and bands in a smooth sky do */
  readonly coarse: number;
}

const FRAMES_ABOVE = 0.95;

/** The SSIM that 19 of 20 frames reach. */
async function readSsim(path: string): Promise<number> {
  const log = await readFile(path, 'utf8');
  const frames = [...log.matchAll(/ Y:([\d.]+)/g)].map(([, ssim]) => Number(ssim));
  const [most = Number.NaN] = frames
    .sort((a, b) => a - b)
    .slice(Math.floor(frames.length * (1 - FRAMES_ABOVE)));
  return most;
}

/** Compares a copy with its original, frame by frame. */
export async function measure(
  copy: { path: string; media: Media },
  original: Original,
  name: string,
  workspace: Workspace,
): Promise<Quality> {
  const { width, height } = copy.media;
  const even = 'format=yuv420p,settb=AVTB,setpts=PTS-STARTPTS,split';
  const quarter = `scale=${Math.ceil(width / 4)}:${Math.ceil(height / 4)}:flags=area`;
  const graph = [
    `[0:V]${even}[copy][copied]`,
    `[1:V]${SQUARE},scale=${width}:${height},${even}[own][original]`,
    '[copy][own]ssim=f=fine.log[fine]',
    `[copied]${quarter}[small]`,
    `[original]${quarter}[least]`,
    '[small][least]ssim=f=coarse.log[coarse]',
  ].join(';');
  const inputs = [...input(copy.path, 'mov'), ...inputPart(original.path, original.part)];
  const outputs = ['-map', '[fine]', '-map', '[coarse]', '-f', 'null', '-'];
  const step = { name: `comparing ${name}`, durationMs: durationOf(original) };
  await ffmpeg([...inputs, '-filter_complex', graph, ...outputs], workspace, step);
  return {
    fine: await readSsim(join(workspace.folder, 'fine.log')),
    coarse: await readSsim(join(workspace.folder, 'coarse.log')),
  };
}
