import { writeFileSync } from 'node:fs';
import { loudness } from './loudness.ts';
import { clamp } from './maths.ts';
import { Mix, RATE } from './mix.ts';
import type { Scene } from './types.ts';

const TARGET_LUFS = -20;
const CEILING = 0.7;
const FADE_SECONDS = 0.12;
/** The sound ends just before the picture, so the encoder's padding does not lengthen the clip. */
const SHORTER_BY_SECONDS = 0.045;

/** Straight up to `CEILING`, then an ever gentler slope: peaks bend instead of clipping. */
function bend(x: number): number {
  const size = Math.abs(x);
  if (size <= CEILING * 0.7) return x;
  const over = (size - CEILING * 0.7) / (CEILING * 0.3);
  return Math.sign(x) * CEILING * (0.7 + 0.3 * Math.tanh(over));
}

function wav(left: Float32Array, right: Float32Array): Buffer {
  const bytes = left.length * 4;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  for (let i = 0; i < left.length; i++) {
    file.writeInt16LE(Math.round((left[i] as number) * 32767), 44 + i * 4);
    file.writeInt16LE(Math.round((right[i] as number) * 32767), 46 + i * 4);
  }
  return file;
}

/** Plays the scene's score into a WAV file of even loudness. */
export function writeSound(scene: Scene, path: string): void {
  const mix = new Mix(scene.durationSeconds, scene.name.length * 101 + scene.name.charCodeAt(0));
  scene.score(mix);
  mix.finish(1);
  const samples = mix.length - Math.round(SHORTER_BY_SECONDS * RATE);
  const left = mix.left.subarray(0, samples);
  const right = mix.right.subarray(0, samples);
  const gain = 10 ** ((TARGET_LUFS - loudness(left, right)) / 20);
  const fade = FADE_SECONDS * RATE;
  for (let i = 0; i < samples; i++) {
    const edge = Math.sqrt(clamp(Math.min(i, samples - 1 - i) / fade));
    left[i] = bend((left[i] as number) * gain) * edge;
    right[i] = bend((right[i] as number) * gain) * edge;
  }
  writeFileSync(path, wav(left, right));
}
