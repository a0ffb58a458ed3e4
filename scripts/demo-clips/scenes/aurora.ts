import { Gradient, rgb } from '../colour.ts';
import { Layer } from '../layer.ts';
import { clamp, ramp, TAU } from '../maths.ts';
import { hz, type Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import { Stars } from '../stars.ts';
import type { Paint, Scene, Size } from '../types.ts';
import { type Lake, reflect } from '../water.ts';

const SHORE = 1.26;
const SKY = new Gradient([
  [0, rgb('#050a1f')],
  [0.45, rgb('#0b1f3d')],
  [0.71, rgb('#1d4a5c')],
  [1, rgb('#04101c')],
]);
const CURTAIN = new Gradient([
  [0, rgb('#3dffb0', 1.1)],
  [0.2, rgb('#25f0a0', 0.9)],
  [0.4, rgb('#27b7c9', 0.7)],
  [0.65, rgb('#7a4fe0', 0.8)],
  [1, rgb('#d03fa8', 0.5)],
]);
const STEPS = 52;

/** Walks a sight line up through the glowing sheets, each of which stands upright in the sky. */
function sheetLight(noise: Noise, u: number, v: number, phase: number, out: Float32Array): void {
  out.fill(0);
  if (v > SHORE) return;
  const up = (SHORE - v) * 0.62 + 0.035;
  const aside = (u - 0.5) * 0.9;
  // A small circle through the noise: the sheets wander and come back the other way.
  const time = 1.24 + 0.22 * Math.sin(TAU * phase);
  const drift = 0.13 * Math.cos(TAU * phase) - 0.13;
  for (let i = 0; i < STEPS; i++) {
    const h = i / STEPS;
    const reach = (0.95 + h * 1.5) / (up + 0.2);
    const x = aside * reach;
    const z = reach;
    const bend = noise.at(x * 0.5 + 3 + drift, z * 0.45, time) * 1.1;
    const fold = noise.at(x * 0.55 + bend, z * 0.75 - bend * 0.6 + 20, time);
    const sheet = 1 - Math.abs(fold) * 8;
    if (sheet <= 0) continue;
    const rays = 0.6 + 0.75 * noise.at(x * 7 + bend * 2 + drift * 3, z * 7, time);
    const k = CURTAIN.index(h);
    const light = sheet * sheet * rays * ramp(-0.02, 0.1, h) * (1 - h) * (3.6 / STEPS);
    out[0] = (out[0] as number) + light * (CURTAIN.table[k] as number);
    out[1] = (out[1] as number) + light * (CURTAIN.table[k + 1] as number);
    out[2] = (out[2] as number) + light * (CURTAIN.table[k + 2] as number);
  }
  const near = (0.35 + 0.65 * ramp(0, 0.2, SHORE - v)) * (1.3 + 0.8 * ramp(0, 0.6, v));
  for (let k = 0; k < 3; k++) out[k] = (out[k] as number) * near;
}

/** Hill tops, drawn as v for every column: one far range and a nearer one with trees. */
function skyline(noise: Noise, width: number): { far: Float32Array; near: Float32Array } {
  const far = new Float32Array(width);
  const near = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const u = x / width;
    const peaks = 1 - Math.abs(noise.fbm(u * 2.6 + 5, 1, 0, 5)) * 1.5;
    far[x] = SHORE - 0.03 - 0.15 * clamp(peaks) * (0.55 + 0.6 * Math.abs(u - 0.45));
    const slope = ramp(0.62, 0, u) * 0.16 + ramp(0.75, 1.05, u) * 0.1;
    const tree = Math.abs(((u * 46 + noise.at(u * 9, 4) * 0.8) % 1) - 0.5) * 2;
    const tall = 0.6 + 0.5 * noise.at(u * 23, 8);
    near[x] = SHORE - 0.008 - slope * 0.42 - (1 - tree) * 0.05 * tall * (0.3 + slope * 5);
  }
  return { far, near };
}

function paintHills(picture: Picture, line: Float32Array, colour: readonly number[]): void {
  const { width } = picture;
  const bottom = Math.round(SHORE * width);
  for (let x = 0; x < width; x++) {
    const top = (line[x] as number) * width;
    for (let y = Math.floor(top); y < bottom; y++) {
      const mist = 1 + 1.6 * ramp(SHORE - 0.09, SHORE, y / width);
      const [r = 0, g = 0, b = 0] = colour;
      picture.cover((y * width + x) * 3, r * mist, g * mist, b * mist, clamp(y + 1 - top));
    }
  }
}

function prepare({ width, height }: Size): Paint {
  const noise = new Noise(41);
  const stars = new Stars(12, 210, SHORE);
  const light = new Layer(width, height, 3);
  const { far, near } = skyline(noise, width);
  const lake: Lake = {
    ...{ shore: SHORE, noise: new Noise(8), throw: 0.016, beats: 5 },
    ...{ tint: rgb('#c4dce0'), deep: rgb('#04121c', 0.6) },
  };
  return (phase, picture) => {
    picture.sky(SKY);
    stars.paint(picture, phase, 0.8);
    light.fill(width, (u, v, out) => sheetLight(noise, u, v, phase, out));
    light.spread(picture);
    paintHills(picture, far, rgb('#0c2433'));
    paintHills(picture, near, rgb('#030b12'));
    reflect(picture, lake, phase);
  };
}

function score(mix: Mix): void {
  const half = mix.seconds / 2;
  const chords = [
    [38, 57, 61, 64, 69],
    [43, 57, 59, 62, 66],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const tone = { at: n * half - 1, length: half + 2, gain: i ? 0.07 : 0.12 };
      mix.pad(note, { ...tone, at: (tone.at + mix.seconds) % mix.seconds, pan: (i - 2) * 0.2 });
    }
  });
  const melody = [81, 76, 73, 78, 74, 71, 69, 76];
  melody.forEach((note, i) => {
    const at = 0.3 + (i * mix.seconds) / melody.length;
    mix.pluck(note, { at, length: 2.6, gain: 0.09, pan: i % 2 ? 0.4 : -0.4, room: 0.8 }, 3);
  });
  const gust = (phase: number): number => 0.02 * (1 - Math.cos(phase * Math.PI * 2));
  mix.breeze({ gain: gust, cutoff: () => hz(76), band: 0.6, room: 0.3 });
}

export const aurora: Scene = {
  ...{ name: 'aurora', title: 'The lake holds its breath', author: 'northlight' },
  ...{ durationSeconds: 7, videoKilobytes: 124, prepare, score },
};
