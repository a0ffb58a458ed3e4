import { Gradient, rgb } from '../colour.ts';
import { type Koi, paintKoi, paintShadow } from '../koi-fish.ts';
import { Layer } from '../layer.ts';
import { clamp, fract, hypotenuse, ramp, TAU } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import type { Paint, Scene, Size } from '../types.ts';

const POND = new Gradient([
  [0, rgb('#0e4a50')],
  [0.4, rgb('#105a58')],
  [0.7, rgb('#0a3e40')],
  [1, rgb('#041c22')],
]);
const PETAL = new Gradient([
  [0, rgb('#ffe9a8')],
  [0.25, rgb('#ffd9e0')],
  [0.6, rgb('#ffa6c4')],
  [1, rgb('#ea5a94')],
]);
const RED = rgb('#e8481c');
const GOLD = rgb('#f59a1e');

const SHOAL: readonly Koi[] = [
  {
    ...{ u: 0.5, v: 1.05, across: 0.36, down: 0.46, tilt: 0.3, way: -1, offset: 0.42 },
    ...{ length: 0.27, strokes: 7, seed: 4.1, paint: 0.16, colour: GOLD },
  },
  {
    ...{ u: 0.42, v: 0.7, across: 0.3, down: 0.42, tilt: -0.4, way: 1, offset: 0.2 },
    ...{ length: 0.31, strokes: 6, seed: 1.7, paint: -0.02, colour: RED },
  },
  {
    ...{ u: 0.52, v: 0.82, across: 0.26, down: 0.5, tilt: 0.15, way: 1, offset: 0.72 },
    ...{ length: 0.38, strokes: 6, seed: 2.9, paint: 0.06, colour: RED },
  },
];

type Pad = { u: number; v: number; size: number; turn: number; offset: number };

const PADS: readonly Pad[] = [
  { u: 0.08, v: 0.2, size: 0.2, turn: 0.6, offset: 0.1 },
  { u: 0.34, v: 0.1, size: 0.13, turn: 2.2, offset: 0.5 },
  { u: 0.95, v: 1.2, size: 0.17, turn: 3.6, offset: 0.3 },
  { u: 0.86, v: 1.47, size: 0.12, turn: 4.9, offset: 0.8 },
  { u: 0.05, v: 1.62, size: 0.15, turn: 5.8, offset: 0.65 },
];

function place(pad: Pad, phase: number): { u: number; v: number } {
  const a = TAU * (phase + pad.offset);
  return { u: pad.u + 0.008 * Math.cos(a), v: pad.v + 0.008 * Math.sin(a) };
}

function paintPad(picture: Picture, pad: Pad, phase: number): void {
  const { width, height } = picture;
  const at = place(pad, phase);
  const spin = pad.turn + 0.05 * Math.sin(TAU * (phase + pad.offset));
  const reach = pad.size * width;
  const x1 = Math.min(width - 1, Math.ceil(at.u * width + reach));
  const y1 = Math.min(height - 1, Math.ceil(at.v * width + reach));
  for (let y = Math.max(0, Math.floor(at.v * width - reach)); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor(at.u * width - reach)); x <= x1; x++) {
      const dx = (x + 0.5) / width - at.u;
      const dy = (y + 0.5) / width - at.v;
      const d = hypotenuse(dx, dy) / pad.size;
      const angle = fract((Math.atan2(dy, dx) - spin) / TAU);
      const notch = Math.min(angle, 1 - angle) * TAU * d * pad.size - 0.012 * d;
      const rim = 0.97 + 0.018 * Math.cos(angle * TAU * 7);
      const alpha = clamp((rim - d) * reach) * clamp(notch * width + 0.5);
      if (alpha <= 0) continue;
      const vein = Math.abs(fract(angle * 16) - 0.5) * 2;
      const light =
        0.62 +
        0.2 * ramp(0.88, 1, vein) * (1 - d * 0.7) +
        0.5 * ramp(0.88, 0.97, d) -
        ((0.3 * (dx + dy)) / pad.size) * 0.6;
      picture.cover((y * width + x) * 3, 0.05 * light, 0.2 * light, 0.075 * light, alpha);
    }
  }
}

/** A lotus seen from above: three rings of pointed petals. */
function paintLotus(picture: Picture, u: number, v: number, size: number, phase: number): void {
  const { width, height } = picture;
  const open = 1 + 0.03 * Math.sin(TAU * phase);
  const y1 = Math.min(height - 1, Math.ceil((v + size) * width));
  const x1 = Math.min(width - 1, Math.ceil((u + size) * width));
  for (let ring = 0; ring < 3; ring++) {
    const radius = size * (1 - ring * 0.27) * open;
    for (let y = Math.max(0, Math.floor((v - size) * width)); y <= y1; y++) {
      for (let x = Math.max(0, Math.floor((u - size) * width)); x <= x1; x++) {
        const dx = (x + 0.5) / width - u;
        const dy = (y + 0.5) / width - v;
        const t = hypotenuse(dx, dy) / radius;
        if (t > 1) continue;
        const side = (fract((Math.atan2(dy, dx) / TAU) * 9 + ring * 0.5) - 0.5) * 2;
        const edge = 1 - 0.6 * Math.abs(side) ** 1.6;
        const alpha = clamp((edge - t) * radius * width);
        if (alpha <= 0) continue;
        const light = (0.5 + 0.5 * t) * (1 - 0.35 * side * side) * (0.75 + 0.15 * ring);
        const [r, g, b] = PETAL.at(clamp(t * (1 - ring * 0.27)));
        picture.cover((y * width + x) * 3, r * light, g * light, b * light, alpha);
      }
    }
  }
  picture.glow(u, v, size * 0.22, rgb('#ffd24a'), 0.8, 2);
}

/** Light rings where something touched the water; each is born, spreads and fades once per loop. */
function paintRipples(picture: Picture, phase: number): void {
  const { width, height, rgb: pixels } = picture;
  const touches = [
    [0.66, 0.42, 0.05],
    [0.25, 1.32, 0.4],
    [0.6, 1.15, 0.72],
  ] as const;
  for (const [u, v, birth] of touches) {
    const age = fract(phase - birth);
    const radius = 0.02 + age * 0.5;
    const fade = 0.55 * ramp(0, 0.04, age) * ramp(0.75, 0.1, age);
    if (fade < 0.001) continue;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const d = hypotenuse(x / width - u, y / width - v) - radius;
        if (d > 0.02 || d < -0.07) continue;
        const wave = Math.cos(d * 210) * Math.exp(-(((d + 0.02) / 0.028) ** 2)) * fade;
        const i = (y * width + x) * 3;
        for (let k = i; k < i + 3; k++)
          pixels[k] = (pixels[k] as number) * (1 + wave) + Math.max(0, wave) * 0.02;
      }
    }
  }
}

function prepare({ width, height }: Size): Paint {
  const noise = new Noise(21);
  const floor = new Layer(width, height, 3);
  return (phase, picture) => {
    floor.fill(width, (u, v, out) => {
      const k = POND.index(v / 1.78);
      const warpU = noise.at(u * 3, v * 3, phase * 3, 3) * 0.35;
      const warpV = noise.at(u * 3 + 40, v * 3, phase * 3, 3) * 0.35;
      const a = noise.at(u * 5 + warpU, v * 5 + warpV, phase * 4, 4);
      const b = noise.at(u * 8 - warpV + 9, v * 8 + warpU, phase * 4, 4);
      const net = (1 - Math.min(1, Math.abs(a + 0.6 * b) * 1.7)) ** 2;
      const stones = 0.8 + 0.5 * noise.fbm(u * 5, v * 5, 7, 4);
      const light = net * 0.05 * ramp(1.5, 0.5, v);
      out[0] = (POND.table[k] as number) * stones + light * 0.5;
      out[1] = (POND.table[k + 1] as number) * stones + light;
      out[2] = (POND.table[k + 2] as number) * stones + light * 0.85;
    });
    floor.spread(picture, true);
    for (const koi of SHOAL) paintShadow(picture, koi, phase);
    for (const koi of SHOAL) paintKoi(picture, koi, noise, phase);
    paintRipples(picture, phase);
    for (const pad of PADS) {
      const at = place(pad, phase);
      picture.shade(at.u + 0.015, at.v + 0.03, pad.size * 1.12, 0.6);
      paintPad(picture, pad, phase);
    }
    const seat = place(PADS[0] ?? { u: 0, v: 0, size: 0, turn: 0, offset: 0 }, phase);
    paintLotus(picture, seat.u + 0.1, seat.v + 0.03, 0.13, phase);
  };
}

function score(mix: Mix): void {
  const bar = mix.seconds / 3;
  const chords = [
    [38, 57, 62, 66],
    [35, 54, 59, 66],
    [40, 59, 64, 67],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * bar - 0.8 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: bar + 1.6, gain: i ? 0.035 : 0.07, pan: (i - 1.5) * 0.3 }, 0.25);
    }
  });
  const tune = [74, 78, 81, 86, 83, 81, 78, 76, 71, 74, 76, 81];
  tune.forEach((note, i) => {
    const at = (i * mix.seconds) / tune.length + (i % 3 === 1 ? 0.12 : 0);
    mix.pluck(note, { at, length: 2.4, gain: 0.11, pan: Math.sin(i * 1.7) * 0.5, room: 0.55 }, 3);
  });
  mix.drops(1.4, 0.08, 500, 1300, 0.7);
  mix.breeze({ gain: (p) => 0.025 + 0.008 * Math.sin(TAU * p * 3), cutoff: () => 900, band: 0.5 });
}

export const koi: Scene = {
  ...{ name: 'koi', title: 'Three wishes, one pond', author: 'stillwater' },
  ...{ durationSeconds: 12, videoKilobytes: 310, prepare, score },
};
