import { Gradient, rgb } from '../colour.ts';
import { Layer } from '../layer.ts';
import { between, clamp, fract, hypotenuse, lerp, ramp, seeded, TAU, times } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import type { Paint, Scene, Size } from '../types.ts';

const SUN = { u: 0.6, v: 0.56 };
const SKY = new Gradient([
  [0, rgb('#2c4a78')],
  [0.14, rgb('#6a86a8')],
  [0.25, rgb('#d8b49a')],
  [0.35, rgb('#ffd9a0')],
  [0.5, rgb('#ffb27a')],
  [1, rgb('#f08a60')],
]);
const SHADES = new Gradient([
  [0, rgb('#e6a68c')],
  [0.25, rgb('#b57f86')],
  [0.5, rgb('#6f6486')],
  [0.75, rgb('#33456a')],
  [1, rgb('#0a1a2e')],
]);
const MISTS = new Gradient([
  [0, rgb('#ffdcb0')],
  [0.4, rgb('#f0b8a0')],
  [0.75, rgb('#8f8ba8')],
  [1, rgb('#4a6484')],
]);
const BASES = [0.64, 0.72, 0.83, 0.97, 1.12, 1.32, 1.56];
const RANGES = BASES.length;

type Range = {
  /** The outline, trees and all, as v for every column. */
  top: Float32Array;
  /** The same without trees: the mist lies along this one. */
  slope: Float32Array;
  margin: number;
  sway: number;
  near: number;
};

/** Rows of firs of uneven height and spacing, as how far they stick out at `u`. */
function firs(noise: Noise, u: number, n: number): number {
  let tall = 0;
  for (const row of [0, 1, 2]) {
    const at = u * (26 + row * 9) + noise.at(u * 11, n * 7 + row * 3) * 1.3 + row * 0.37;
    const size = 0.45 + 0.75 * fract(Math.sin(Math.floor(at) * 127.1 + row * 31.7 + n) * 4375.5);
    tall = Math.max(tall, size * (1 - Math.abs(fract(at) - 0.5) * 2.1) ** 1.15 || 0);
  }
  return tall;
}

/** Every range is drawn wider than the picture, so that the camera can sway across it. */
function makeRanges(width: number, noise: Noise): Range[] {
  return BASES.map((base, n) => {
    const near = n / (RANGES - 1);
    const margin = Math.ceil(width * 0.16);
    const slope = new Float32Array(width + margin * 2).map((_, x) => {
      const u = (x - margin) / width;
      const ridge = 1 - Math.abs(noise.fbm(u * 1.3 + n * 5.7, n * 3.3 + 40, 0, 6)) * 2.4;
      const bulk = noise.fbm(u * 1.6 + n * 17.3, n * 9.1, 0, near > 0.5 ? 3 : 6);
      const sharp = near < 0.6 ? 0.12 - 0.05 * near : 0.03;
      return base - 0.12 * bulk - sharp * ridge;
    });
    const outline = slope.slice();
    // Mist lies level; following every spike of the ridge it would hang in stripes.
    const reach = Math.round(width * 0.07);
    for (let x = 0; x < slope.length; x++) {
      const part = outline.subarray(Math.max(0, x - reach), x + reach + 1);
      slope[x] = part.reduce((sum, line) => sum + line, 0) / part.length;
    }
    const top = outline.map((line, x) => {
      const trees = near > 0.7 ? firs(noise, (x - margin) / width / (0.5 + near * 0.7), n) : 0;
      return line - trees * 0.07 * near ** 2;
    });
    return { top, slope, margin, sway: 0.012 + 0.1 * near ** 1.6, near };
  });
}

function paintSky(picture: Picture, clouds: Layer): void {
  const { width, height, rgb: pixels } = picture;
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y + 0.5) / width;
    const k = SKY.index(y / height);
    for (let x = 0; x < width; x++, i += 3) {
      const d = hypotenuse((x + 0.5) / width - SUN.u, v - SUN.v);
      const glow = 0.5 * Math.exp(-d * 4.5) + ramp(0.072, 0.068, d) * 0.9;
      const cloud = clouds.sample(x, y, 1);
      pixels[i] = (SKY.table[k] as number) + glow + cloud * 0.3;
      pixels[i + 1] = (SKY.table[k + 1] as number) + glow * 0.75 + cloud * 0.2;
      pixels[i + 2] = (SKY.table[k + 2] as number) + glow * 0.4 + cloud * 0.16;
    }
  }
}

/** A range fades downwards into the mist that fills the valley in front of it. */
function paintRange(picture: Picture, range: Range, fog: Layer, swing: number): void {
  const { width, height } = picture;
  const { top, slope, margin, near, sway } = range;
  const colour = SHADES.at(near);
  const mist = MISTS.at(near);
  const shift = margin + sway * swing * width;
  const whole = Math.floor(shift);
  const part = shift - whole;
  const depth = 0.12 + 0.13 * near;
  const most = near === 1 ? 0 : 0.92;
  for (let x = 0; x < width; x++) {
    const i = x + whole;
    const line = lerp(top[i] as number, top[i + 1] as number, part) * width;
    const ground = lerp(slope[i] as number, slope[i + 1] as number, part) * width;
    const sunny = Math.exp(-Math.abs(x / width - SUN.u) * 2.2) * (1 - near) ** 1.5;
    for (let y = Math.max(0, Math.floor(line)); y < height; y++) {
      const puff = fog.sample(x, y, 0);
      const thick = ramp(-0.01, depth, (y - ground) / width - 0.06 * (puff - 0.5));
      const haze = clamp(thick * most * (0.6 + 0.75 * puff) + sunny * 0.16);
      const r = lerp(colour[0], mist[0], haze) + sunny * 0.12;
      const g = lerp(colour[1], mist[1], haze) + sunny * 0.06;
      const b = lerp(colour[2], mist[2], haze) + sunny * 0.02;
      picture.cover((y * width + x) * 3, r, g, b, clamp(y + 1 - line));
    }
  }
}

type Bird = { row: number; lag: number; beat: number };

/** The flock crosses once per loop and is out of sight when the loop closes. */
function paintBirds(picture: Picture, birds: readonly Bird[], phase: number): void {
  const { width, height } = picture;
  for (const { row, lag, beat } of birds) {
    const way = fract(phase + 0.36);
    const u = -0.25 + way * 1.65 - lag;
    const v = 0.42 - 0.1 * way + row + 0.008 * Math.sin(TAU * (2 * phase + beat));
    const flap =
      Math.sin(TAU * (30 * phase + beat)) * (0.6 + 0.4 * Math.sin(TAU * (3 * phase + beat)));
    const span = 0.016;
    for (let s = -1; s <= 1; s += 0.04) {
      const reach = Math.abs(s);
      const x = Math.round((u + s * span) * width);
      const lift = reach * (1 - reach * 0.45) * flap * 0.75;
      const y = (v - lift * span + reach * reach * span * 0.2) * width;
      const row0 = Math.floor(y);
      if (x < 0 || x >= width || row0 < 1 || row0 > height - 3) continue;
      const thick = 0.5 + 0.5 * (1 - reach);
      picture.cover((row0 * width + x) * 3, 0.03, 0.04, 0.07, 0.5 * thick * (1 - (y - row0)));
      picture.cover(((row0 + 1) * width + x) * 3, 0.03, 0.04, 0.07, 0.5 * thick * (y - row0));
    }
  }
}

function prepare({ width, height }: Size): Paint {
  const noise = new Noise(7);
  const ranges = makeRanges(width, noise);
  const fog = new Layer(width, height, 5);
  const random = seeded(3);
  const birds = times(9, (i) => ({
    row: (i % 2 ? 1 : -1) * 0.014 * Math.ceil(i / 2) + between(random, -0.004, 0.004),
    lag: 0.03 * Math.ceil(i / 2) + between(random, 0, 0.012),
    beat: random(),
  }));
  return (phase, picture) => {
    fog.fill(width, (u, v, out) => {
      // One whole period of drift per loop: the fog arrives where it started.
      out[0] = 0.5 + noise.fbm(u * 3 - phase * 3, v * 5.5, phase * 2, 4, 2, 3);
      out[1] = clamp(noise.fbm(u * 2 - phase * 2, v * 9, 3, 4, 256, 2) + 0.05) * ramp(0.75, 0.3, v);
    });
    const swing = Math.sin(TAU * phase);
    paintSky(picture, fog);
    for (const [n, range] of ranges.entries()) {
      paintRange(picture, range, fog, swing);
      if (n === 1) paintBirds(picture, birds, phase);
    }
  };
}

function score(mix: Mix): void {
  const bar = mix.seconds / 4;
  const chords = [
    [43, 59, 62, 67],
    [40, 59, 64, 67],
    [36, 60, 64, 67],
    [38, 57, 62, 66],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * bar - 0.7 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: bar + 1.5, gain: i ? 0.055 : 0.1, pan: (i - 1.5) * 0.3 }, 0.35);
    }
  });
  const tune = [79, 78, 74, 71, 76, 79, 83, 79, 76, 74, 72, 74];
  tune.forEach((note, i) => {
    const at = (i * mix.seconds) / tune.length;
    mix.pluck(note, { at, length: 2.8, gain: 0.075, pan: Math.sin(i) * 0.4, room: 0.75 }, 2);
  });
  const wind = (p: number): number => 0.05 + 0.03 * Math.sin(TAU * p * 2);
  mix.breeze({ gain: wind, cutoff: (p) => 420 + 160 * Math.sin(TAU * p * 3), band: 0.7 });
}

export const mountains: Scene = {
  ...{ name: 'mountains', title: 'Seven o’clock, above the fog', author: 'ridgewalker' },
  ...{ durationSeconds: 14, videoKilobytes: 305, prepare, score },
};
