import { type Colour, Gradient, mix, rgb, scaled } from '../colour.ts';
import { Layer } from '../layer.ts';
import { between, clamp, fract, ramp, seeded, TAU, times } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import type { Paint, Scene, Size } from '../types.ts';

const GROUND = 1.3;
const AIR = new Gradient([
  [0, rgb('#06191f')],
  [0.25, rgb('#0e3a3c')],
  [0.5, rgb('#1f5a50')],
  [0.7, rgb('#2c6a50')],
  [0.8, rgb('#17402f')],
  [1, rgb('#04100d')],
]);
const MIST: Colour = rgb('#4f9272');
const BARK: Colour = rgb('#020a0b');
const DEPTHS = 4;

type Trunk = { u: number; half: number; lean: number; seed: number };
type Wood = { trunks: readonly Trunk[]; near: number; foot: number };

function makeWoods(): Wood[] {
  const random = seeded(52);
  return times(DEPTHS, (n) => {
    const near = n / (DEPTHS - 1);
    const count = [13, 8, 5, 2][n] ?? 2;
    const trunks = times(count, (i) => {
      const edge = n === DEPTHS - 1 ? [0.03, 0.97][i] : undefined;
      return {
        u: edge ?? (i + between(random, 0.15, 0.85)) * (1.2 / count) - 0.1,
        half: (0.006 + 0.045 * near ** 1.6) * between(random, 0.7, 1.25),
        lean: between(random, -0.05, 0.05),
        seed: random() * 90,
      };
    });
    return { trunks, near, foot: GROUND - 0.12 + 0.1 * near + 0.5 * near ** 6 };
  });
}

function paintWood(picture: Picture, wood: Wood, noise: Noise, swing: number): void {
  const { width, height } = picture;
  const { near } = wood;
  const colour = mix(MIST, BARK, 0.3 + 0.7 * near ** 0.5);
  const shift = swing * (0.004 + 0.028 * near ** 1.5);
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / width;
    const mist = ramp(wood.foot - 0.5, wood.foot, v) * (1 - near) * 0.75;
    const light = scaled(mix(colour, MIST, mist), 0.35 + 0.65 * ramp(0, 0.8, v));
    const fade = ramp(wood.foot + 0.03, wood.foot - 0.13, v);
    if (fade <= 0) break;
    for (const { u, half, lean, seed } of wood.trunks) {
      const root = 1 + 0.6 * ramp(wood.foot - 0.2, wood.foot + 0.03, v) ** 2;
      const bend = noise.at(v * 1.6, seed) * 0.03 + lean * (v - 0.9);
      const wide = half * root * (0.85 + 0.15 * v) * (1 + 0.12 * noise.at(v * 9, seed + 5));
      const middle = (u + shift + bend) * width;
      const reach = wide * width;
      const x1 = Math.min(width - 1, Math.ceil(middle + reach));
      for (let x = Math.max(0, Math.floor(middle - reach)); x <= x1; x++) {
        const alpha = fade * clamp(reach - Math.abs(x + 0.5 - middle) + 0.5);
        const lit = 1 + 0.35 * ((x - middle) / reach) * (1 - near);
        picture.cover((y * width + x) * 3, light[0] * lit, light[1] * lit, light[2] * lit, alpha);
      }
    }
  }
}

/** Blades that lean to and fro, each drawn as a thinning stroke. */
function paintGrass(picture: Picture, phase: number): void {
  const random = seeded(640);
  const { width, height } = picture;
  for (let n = 0; n < 420; n++) {
    const near = (n / 420) ** 1.3;
    const root = random() * 1.1 - 0.05;
    const foot = GROUND + 0.04 + near * 0.5;
    const tall = between(random, 0.05, 0.13) * (0.55 + near);
    const breeze =
      Math.sin(TAU * (phase + root * 0.8)) + 0.4 * Math.sin(TAU * (2 * phase + random()));
    const lean = (between(random, -0.5, 0.5) + 0.16 * breeze) * tall;
    const colour = mix(rgb('#1d4a36'), rgb('#020807'), clamp(0.3 + near * 0.9));
    const steps = Math.ceil(tall * width);
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      const y = Math.round((foot - tall * t) * width);
      if (y < 0 || y >= height) continue;
      const middle = (root + lean * t * t) * width;
      const half = (1 - t) * (0.0018 + 0.0035 * near) * width + 0.35;
      const x1 = Math.min(width - 1, Math.ceil(middle + half));
      for (let x = Math.max(0, Math.floor(middle - half)); x <= x1; x++) {
        const alpha = clamp(half - Math.abs(x + 0.5 - middle) + 0.5);
        const up = 0.5 + 0.8 * t;
        picture.cover((y * width + x) * 3, colour[0] * up, colour[1] * up, colour[2] * up, alpha);
      }
    }
  }
}

type Fly = { u: number; v: number; near: number; roam: number; beat: number; offset: number };

function makeFlies(): Fly[] {
  const random = seeded(88);
  return times(60, () => ({
    u: between(random, 0.02, 0.98),
    v: between(random, 0.62, 1.55),
    near: random() ** 2,
    roam: between(random, 0.03, 0.1),
    beat: 2 + Math.floor(random() * 3),
    offset: random(),
  }));
}

function paintFlies(picture: Picture, flies: readonly Fly[], phase: number, front: boolean): void {
  for (const { u, v, near, roam, beat, offset } of flies) {
    if (near > 0.3 !== front) continue;
    const a = TAU * (phase + offset);
    const x = u + roam * (Math.sin(a) + 0.4 * Math.sin(3 * a + offset * 9));
    const y = v + roam * 0.6 * (Math.cos(2 * a + offset * 5) + 0.5 * Math.sin(a));
    const blink = fract(beat * phase + offset * 7);
    const lit = ramp(0, 0.22, blink) * ramp(0.85, 0.35, blink);
    const size = 0.0035 + 0.007 * near;
    const warm = mix(rgb('#c8ff5a'), rgb('#ffd75e'), offset);
    picture.glow(x, y, size * 12, warm, 0.16 * lit, 3);
    picture.glow(x, y, size * 3.4, warm, 0.5 * lit, 3);
    picture.glow(x, y, size, rgb('#fffbd0'), 0.25 + 2 * lit, 1);
  }
}

function prepare({ width, height }: Size): Paint {
  const noise = new Noise(33);
  const woods = makeWoods();
  const flies = makeFlies();
  const mist = new Layer(width, height, 5);
  return (phase, picture) => {
    const swing = Math.sin(TAU * phase);
    picture.sky(AIR);
    picture.glow(0.55, 0.78, 0.75, rgb('#b8f0a8'), 0.24, 3);
    mist.fill(width, (u, v, out) => {
      const puff = noise.fbm(u * 2 - phase * 2, v * 5, phase * 2, 4, 2, 2);
      const low = ramp(0.75, 1.2, v) * ramp(1.5, 1.25, v);
      const beam = clamp(noise.at(((u - 0.8) / (v + 0.7)) * 7, 2, phase * 2, 2) + 0.1);
      const shaft = beam * beam * ramp(1.35, 0.3, v) * 0.16;
      const light = clamp(0.35 + puff) * low * 0.17 + shaft;
      out[0] = light * 0.5;
      out[1] = light;
      out[2] = light * 0.72;
    });
    for (const [n, wood] of woods.entries()) {
      paintWood(picture, wood, noise, swing);
      if (n === 1) mist.spread(picture);
      if (n === 2) paintFlies(picture, flies, phase, false);
    }
    paintGrass(picture, phase);
    paintFlies(picture, flies, phase, true);
  };
}

function score(mix: Mix): void {
  const half = mix.seconds / 2;
  const chords = [
    [37, 56, 61, 63, 68],
    [42, 58, 61, 66, 68],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * half - 0.9 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: half + 1.8, gain: i ? 0.05 : 0.1, pan: (i - 2) * 0.25 }, 0.25);
    }
  });
  [80, 85, 87, 92, 87, 85, 82, 90, 85, 78].forEach((note, i) => {
    const at = (i * mix.seconds) / 10;
    mix.pluck(note, { at, length: 2.4, gain: 0.045, pan: Math.sin(i * 2.1) * 0.6, room: 0.85 }, 3);
  });
  mix.drops(26, 0.012, 3800, 5200, 0.5);
  mix.breeze({ gain: () => 0.012, cutoff: () => 3200, band: 0.9 });
}

export const fireflies: Scene = {
  ...{ name: 'fireflies', title: 'They only blink in June', author: 'mosswood' },
  ...{ durationSeconds: 11, videoKilobytes: 290, prepare, score },
};
