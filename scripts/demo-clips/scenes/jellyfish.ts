import { type Colour, Gradient, rgb } from '../colour.ts';
import { Layer } from '../layer.ts';
import { between, clamp, fract, hypotenuse, ramp, seeded, TAU, times } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import type { Paint, Scene, Size } from '../types.ts';

const WATER = new Gradient([
  [0, rgb('#0d6590')],
  [0.25, rgb('#083a68')],
  [0.6, rgb('#061a44')],
  [1, rgb('#030820')],
]);

type Jelly = {
  u: number;
  v: number;
  size: number;
  beat: number;
  offset: number;
  lean: number;
  glow: number;
  body: Colour;
  rim: Colour;
};

const JELLIES: readonly Jelly[] = [
  {
    ...{ u: 0.2, v: 1.12, size: 0.075, beat: 4, offset: 0.6, lean: -0.15, glow: 0.35 },
    ...{ body: rgb('#6a7cf0'), rim: rgb('#a8c8ff') },
  },
  {
    ...{ u: 0.78, v: 0.34, size: 0.1, beat: 3, offset: 0.25, lean: 0.2, glow: 0.55 },
    ...{ body: rgb('#8a62e8'), rim: rgb('#d0b8ff') },
  },
  {
    ...{ u: 0.46, v: 0.6, size: 0.235, beat: 3, offset: 0.9, lean: -0.08, glow: 1 },
    ...{ body: rgb('#ff6fb4'), rim: rgb('#ffd0e4') },
  },
];

/** Quick squeeze, slow release, the way a bell really swims. */
function squeeze(beat: number): number {
  return beat < 0.35 ? ramp(0, 0.35, beat) : 1 - ramp(0.35, 1, beat);
}

type Pose = { u: number; v: number; wide: number; tall: number; cos: number; sin: number };

function pose(jelly: Jelly, phase: number): Pose {
  const beat = fract(jelly.beat * phase + jelly.offset);
  const tight = squeeze(beat);
  const drift = TAU * (phase + jelly.offset);
  const tilt = jelly.lean + 0.09 * Math.sin(drift);
  return {
    u: jelly.u + 0.035 * Math.sin(drift),
    v: jelly.v + 0.05 * Math.cos(drift) - jelly.size * 0.1 * squeeze(fract(beat - 0.12)),
    wide: jelly.size * (1.08 - 0.26 * tight),
    tall: jelly.size * (0.86 + 0.18 * tight),
    cos: Math.cos(tilt),
    sin: Math.sin(tilt),
  };
}

/** The four glowing loops under the dome, seen at a slant. */
function organs(a: number, b: number): number {
  const away = hypotenuse(a, b * 2.1);
  const loop = Math.exp(-(((away - 0.33) / 0.13) ** 2));
  const parted = 0.6 + 0.4 * Math.cos(4 * Math.atan2(b * 2.1, a) + 0.6);
  return 0.62 * loop * parted + 0.4 * Math.exp(-(a * a * 4 + b * b * 6));
}

/** The bell is light only: thin where it faces us, bright along the rim, striped by its canals. */
function paintBell(picture: Picture, jelly: Jelly, at: Pose): void {
  const { width, height, rgb: pixels } = picture;
  const box = jelly.size * 1.3;
  const y1 = Math.min(height - 1, Math.ceil((at.v + box) * width));
  const x1 = Math.min(width - 1, Math.ceil((at.u + box) * width));
  for (let y = Math.max(0, Math.floor((at.v - box) * width)); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor((at.u - box) * width)); x <= x1; x++) {
      const du = x / width - at.u;
      const dv = y / width - at.v;
      const a = (du * at.cos + dv * at.sin) / at.wide;
      const b = (dv * at.cos - du * at.sin) / at.tall;
      const scallop = 0.05 * Math.cos(a * 19) * ramp(-0.1, 0.3, b);
      const hem = 0.3 - 0.22 * a * a + scallop;
      const d = a * a + (b < 0 ? b * b : b * b * 0.25);
      const inside = ramp(1.02, 0.97, d) * ramp(hem + 0.03, hem - 0.03, b);
      if (inside <= 0) continue;
      const rim = d ** 5 * 0.9 + 0.75 * ramp(hem - 0.16, hem, b);
      const round = Math.asin(clamp(a / Math.sqrt(1.05 - b * b * 0.8), -1, 1));
      const canal = 0.16 * Math.cos(round * 24) ** 8;
      const heart = organs(a, b + 0.2);
      const top = 0.3 * Math.exp(-((a + 0.3) ** 2 * 6 + (b + 0.62) ** 2 * 14));
      const body = (0.05 + canal * (0.25 + d) + heart + 0.3 * d * d) * jelly.glow * inside;
      const light = (rim * 0.5 + top) * jelly.glow * inside;
      const i = (y * width + x) * 3;
      for (let k = 0; k < 3; k++) {
        const veil = (pixels[i + k] as number) * (1 - 0.35 * inside * jelly.glow);
        pixels[i + k] = veil + body * (jelly.body[k] as number) + light * (jelly.rim[k] as number);
      }
    }
  }
}

/** Threads follow the bell with a delay that grows along their length. */
function paintThreads(picture: Picture, jelly: Jelly, at: Pose, phase: number): void {
  const arms = 15;
  const step = 0.6 / picture.width;
  for (let n = 0; n < arms; n++) {
    const side = (n / (arms - 1)) * 2 - 1;
    const frilly = n % 3 === 1;
    const length = jelly.size * (frilly ? 2.3 : 3.3 - Math.abs(side) * 0.7);
    const points = Math.ceil(length / step / (frilly ? 2 : 1.2));
    for (let p = 0; p < points; p++) {
      const s = p / points;
      const lag = TAU * (jelly.beat * (phase - s * 0.16) + jelly.offset);
      const slow = TAU * (phase - s * 0.5 + jelly.offset + n * 0.13);
      const wave = (0.07 * Math.sin(lag + n) + 0.22 * Math.sin(slow)) * s;
      const spread = side * (0.78 - 0.4 * s) * (1 - (frilly ? 0.55 : 0.12));
      const a = at.wide * spread + jelly.size * wave;
      const b = at.tall * 0.12 + length * s;
      const u = at.u + a * at.cos - b * at.sin;
      const v = at.v + a * at.sin + b * at.cos;
      const frill = frilly ? 0.016 + 0.013 * Math.sin(s * 34 - lag) : 0.008;
      const radius = jelly.size * frill * (1.5 - s) * 2.2;
      const gain = jelly.glow * (frilly ? 0.05 : 0.085) * (1 - s) ** 1.3 * ramp(0, 0.06, s);
      picture.glow(u, v, radius, frilly ? jelly.rim : jelly.body, gain, 1);
    }
  }
}

function paintPlankton(picture: Picture, phase: number): void {
  const random = seeded(77);
  for (const _ of times(90, (i) => i)) {
    const near = random() ** 3;
    const u = random() + 0.02 * Math.sin(TAU * (phase + random()));
    const v = fract(random() - phase) * 1.85 - 0.03;
    const radius = between(random, 0.002, 0.004) + 0.012 * near;
    picture.glow(u, v, radius, rgb('#9fe8ff'), 0.22 - 0.16 * near, 2);
  }
}

function prepare({ width, height }: Size): Paint {
  const noise = new Noise(15);
  const shafts = new Layer(width, height, 4);
  return (phase, picture) => {
    picture.sky(WATER);
    shafts.fill(width, (u, v, out) => {
      const angle = (u - 0.3) / (v + 0.55);
      const ray =
        noise.at(angle * 5.5, 3, phase * 3, 3) + 0.6 * noise.at(angle * 12, 9, phase * 3, 3);
      const light = clamp(ray + 0.12) ** 1.5 * Math.exp(-v * 1.9) * 0.5;
      out[0] = light * 0.25;
      out[1] = light * 0.75;
      out[2] = light * 0.9;
    });
    shafts.spread(picture);
    paintPlankton(picture, phase);
    for (const jelly of JELLIES) {
      const at = pose(jelly, phase);
      picture.glow(at.u, at.v, jelly.size * 3, jelly.body, 0.16 * jelly.glow, 3);
      paintThreads(picture, jelly, at, phase);
      paintBell(picture, jelly, at);
    }
  };
}

function score(mix: Mix): void {
  const half = mix.seconds / 2;
  const chords = [
    [36, 55, 59, 64, 71],
    [41, 57, 60, 64, 67],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * half - 1 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: half + 2, gain: i ? 0.06 : 0.11, pan: (i - 2) * 0.2, room: 0.7 });
    }
  });
  const bells = [76, 83, 79, 88, 84, 79, 76, 72, 74];
  bells.forEach((note, i) => {
    const at = (i * mix.seconds) / bells.length;
    const tone = { at, length: 3, gain: 0.06, pan: Math.sin(i * 2) * 0.6, room: 0.9 };
    mix.pluck(note, tone, 3.5);
  });
  mix.breeze({ gain: () => 0.05, cutoff: (p) => 240 + 90 * Math.cos(TAU * p), room: 0.2 });
}

export const jellyfish: Scene = {
  ...{ name: 'jellyfish', title: 'Slow breathing, deep water', author: 'tidepool' },
  ...{ durationSeconds: 9, videoKilobytes: 260, prepare, score },
};
