import { type Colour, Gradient, mix, rgb, scaled } from '../colour.ts';
import { between, clamp, fract, ramp, seeded, TAU, times } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import { Stars } from '../stars.ts';
import type { Paint, Scene, Size } from '../types.ts';
import { type Lake, reflect } from '../water.ts';

const SHORE = 1.34;
const SKY = new Gradient([
  [0, rgb('#0b1034')],
  [0.3, rgb('#241a52')],
  [0.52, rgb('#5a2a62')],
  [0.68, rgb('#b8505a')],
  [0.755, rgb('#f09a5c')],
  [1, rgb('#2a1838')],
]);
const PAPER = new Gradient([
  [0, rgb('#8a2410')],
  [0.45, rgb('#f0762a', 1.1)],
  [0.8, rgb('#ffb24e', 1.9)],
  [1, rgb('#fff0b8', 2.6)],
]);

type Lantern = {
  u: number;
  start: number;
  size: number;
  sway: number;
  beat: number;
  offset: number;
};

/** Far lanterns first; each rises through the picture exactly once per loop, or half as far. */
function makeLanterns(): Lantern[] {
  const random = seeded(2024);
  return times(46, (i) => {
    const near = (i / 45) ** 2.2;
    return {
      u: between(random, 0.02, 0.98),
      start: fract(i * 0.618 + random() * 0.2),
      size: 0.009 + 0.062 * near,
      sway: between(random, 0.004, 0.02) * (0.4 + near),
      beat: 1 + Math.floor(random() * 2),
      offset: random() * TAU,
    };
  });
}

/** Outline of a paper lantern: half its width at height `h`, 0 at the top and 1 at the mouth. */
function halfWidth(h: number): number {
  const shoulder = Math.sqrt(clamp(1 - (1 - clamp(h / 0.28)) ** 2));
  return (0.62 + 0.1 * Math.sin(h * 2.6)) * shoulder * (1 - 0.22 * ramp(0.5, 1, h));
}

function paintLantern(picture: Picture, u: number, v: number, size: number, flame: number): void {
  const { width, height } = picture;
  const tall = size * 1.75;
  const top = Math.max(0, Math.floor((v - tall / 2) * width));
  const bottom = Math.min(height - 1, Math.ceil((v + tall / 2) * width));
  const left = Math.max(0, Math.floor((u - size) * width));
  const right = Math.min(width - 1, Math.ceil((u + size) * width));
  const edge = 1.2 / (size * width);
  for (let y = top; y <= bottom; y++) {
    const h = ((y + 0.5) / width - v) / tall + 0.5;
    const half = halfWidth(h) * clamp((1 - h) / (edge * 0.6));
    if (half <= 0) continue;
    for (let x = left; x <= right; x++) {
      const across = ((x + 0.5) / width - u) / size;
      const alpha = clamp((half - Math.abs(across)) / edge + 0.5);
      if (alpha <= 0) continue;
      const round = across / (half + 0.001);
      const rib = 1 - 0.14 * Math.cos(across * 15) ** 8;
      const fire = Math.exp(-((h - 0.86) ** 2) * 9 - round * round * 0.9);
      const lit = (0.3 + 0.72 * fire) * rib * (1 - 0.3 * round * round) * flame;
      const k = PAPER.index(lit);
      const [r = 0, g = 0, b = 0] = PAPER.table.subarray(k, k + 3);
      picture.cover((y * width + x) * 3, r, g, b, alpha);
    }
  }
}

function paintLanterns(picture: Picture, lanterns: readonly Lantern[], phase: number): void {
  const halo: Colour = rgb('#ff8a3a');
  for (const l of lanterns) {
    const climb = fract(l.start + phase);
    const swing = Math.sin(TAU * l.beat * phase + l.offset);
    const u = l.u + l.sway * swing;
    const span = SHORE + 0.14 + l.size * 3;
    const v = SHORE - 0.02 - climb * span + l.size;
    const flame = 0.93 + 0.07 * Math.sin(TAU * 9 * phase + l.offset * 3);
    // They appear out of the far shore's haze instead of popping up.
    const shown = ramp(0, 0.1, climb);
    const depth = clamp(l.size / 0.07);
    picture.glow(u, v + l.size * 0.3, l.size * 5, halo, 0.085 * flame * shown, 3);
    picture.glow(u, v + l.size * 0.4, l.size * 2, halo, 0.3 * flame * shown, 2);
    if (shown > 0.02) paintLantern(picture, u, v, l.size * shown, flame * (0.8 + 0.2 * depth));
  }
}

function paintShore(picture: Picture, noise: Noise): void {
  const { width } = picture;
  const ranges = [
    { rise: 0.1, rough: 2.2, colour: mix(rgb('#5a2a62'), rgb('#b8505a'), 0.35) },
    { rise: 0.055, rough: 3.6, colour: rgb('#33184a') },
    { rise: 0.022, rough: 7, colour: rgb('#160c26') },
  ];
  for (const [i, { rise, rough, colour }] of ranges.entries()) {
    for (let x = 0; x < width; x++) {
      const hill = 0.55 + noise.fbm((x / width) * rough + i * 11, i * 5, 0, 4) * 1.1;
      const top = (SHORE - rise * hill) * width;
      for (let y = Math.floor(top); y < SHORE * width; y++) {
        const [r, g, b] = scaled(colour, 1 + 0.5 * ramp(SHORE - rise, SHORE, y / width));
        picture.cover((y * width + x) * 3, r, g, b, clamp(y + 1 - top));
      }
    }
  }
}

function prepare(_size: Size): Paint {
  const noise = new Noise(5);
  const stars = new Stars(31, 130, 0.8);
  const lanterns = makeLanterns();
  const lake: Lake = {
    ...{ shore: SHORE, noise: new Noise(6), throw: 0.02, beats: 8 },
    ...{ tint: rgb('#a892b4'), deep: rgb('#0c0820', 0.8) },
  };
  return (phase, picture) => {
    picture.sky(SKY);
    stars.paint(picture, phase, 0.5);
    paintShore(picture, noise);
    paintLanterns(picture, lanterns, phase);
    reflect(picture, lake, phase);
  };
}

function score(mix: Mix): void {
  const bar = mix.seconds / 4;
  const chords = [
    [41, 60, 65, 69],
    [46, 58, 65, 70],
    [38, 57, 62, 69],
    [36, 60, 64, 67],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * bar - 0.6 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: bar + 1.4, gain: i ? 0.05 : 0.09, pan: (i - 1.5) * 0.25 }, 0.3);
    }
    const run = [0, 1, 2, 3, 2, 1].map((k) => (chord[k] ?? 60) + (k ? 12 : 24));
    run.forEach((note, k) => {
      const at = n * bar + (k * bar) / 6;
      mix.pluck(note, { at, length: 2.2, gain: 0.08, pan: Math.sin(k) * 0.5, room: 0.7 }, 2);
    });
  });
}

export const lanterns: Scene = {
  ...{ name: 'lanterns', title: 'A thousand small wishes', author: 'mei.lin' },
  ...{ durationSeconds: 10, videoKilobytes: 340, prepare, score },
};
