import { Gradient, rgb } from '../colour.ts';
import { Layer } from '../layer.ts';
import { between, clamp, hypotenuse, ramp, seeded, TAU, times } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import type { Paint, Scene, Size } from '../types.ts';

const HORIZON = 0.82;
const SUN = { u: 0.42, v: 0.735 };
const EYE = 1.15;
const SECONDS = 10;
const RIPPLE_BEATS = 8;

/** By height above the horizon, 0..1; also what the waves mirror. */
const SKY = new Gradient([
  [0, rgb('#ffb765', 1.1)],
  [0.08, rgb('#ff8f5e')],
  [0.22, rgb('#d9607a')],
  [0.45, rgb('#7a4a92')],
  [0.75, rgb('#34367a')],
  [1, rgb('#141c4a')],
]);

type Wave = { kx: number; kz: number; k: number; height: number; turns: number; offset: number };

/** Long swell first, ripples last. Each turns over a whole number of times per loop. */
function makeWaves(seconds: number): Wave[] {
  const random = seeded(18);
  return times(7, (i) => {
    const length = 5.5 * 0.78 ** i;
    const k = TAU / length;
    const heading = between(random, -0.75, 0.75) * (0.45 + i * 0.04);
    const turns = Math.max(1, Math.round((Math.sqrt(4.4 * k) / TAU) * seconds));
    const height = 0.019 * length;
    const along = { kx: k * Math.sin(heading), kz: k * Math.cos(heading) };
    return { ...along, k, height, turns, offset: random() * TAU };
  });
}

type Slope = { x: number; z: number; lift: number };

/** Ripples ride on the swell; noise keeps them from lining up into a grid. */
function addRipples(slope: Slope, noise: Noise, x: number, z: number, time: number, far: number) {
  let size = 2;
  for (let octave = 0; octave < 4; octave++) {
    const seen = (0.076 - octave * 0.014) / (1 + (far * size * 3) ** 2);
    if (seen < 0.004) break;
    const drift = slope.lift * 2 + octave * 31;
    slope.x += seen * noise.at(x * size + drift, z * size * 0.8, time, RIPPLE_BEATS);
    slope.z += seen * noise.at(x * size + 57, z * size * 0.8 + drift, time, RIPPLE_BEATS);
    size *= 2.1;
  }
}

function slopeAt(
  ...[waves, x, z, phase, far]: [readonly Wave[], number, number, number, number]
): Slope {
  let sx = 0;
  let sz = 0;
  let lift = 0;
  for (const wave of waves) {
    // Waves smaller than a pixel out there would only flicker.
    const seen = 1 / (1 + (wave.k * far) ** 2);
    if (seen < 0.02) break;
    const a = wave.kx * x + wave.kz * z + TAU * wave.turns * phase + wave.offset + lift * 1.5;
    const crest = Math.exp(Math.sin(a) - 1);
    const tilt = crest * Math.cos(a) * wave.height * seen * 1.6;
    sx += tilt * wave.kx;
    sz += tilt * wave.kz;
    lift += crest * wave.height * seen;
  }
  return { x: sx, z: sz, lift };
}

function paintSea(picture: Picture, waves: readonly Wave[], noise: Noise, phase: number): void {
  const { width, height, rgb: pixels } = picture;
  const top = Math.floor(HORIZON * width);
  const sunUp = (HORIZON - SUN.v) * 0.9;
  const deep = rgb('#0a1c3c');
  const glint = rgb('#ffd08a', 1.5);
  for (let y = top; y < height; y++) {
    const down = (y + 0.5) / width - HORIZON + 0.0015;
    const z = EYE / down;
    const far = (z * z) / (EYE * width * 0.9);
    for (let x = 0; x < width; x++) {
      const aside = ((x + 0.5) / width - SUN.u) * z;
      const slope = slopeAt(waves, aside, z, phase, far);
      addRipples(slope, noise, aside, z, phase * RIPPLE_BEATS, far);
      const look = down / hypotenuse(1, down);
      // Where the mirrored sight line meets the sky, for small slopes.
      const up = Math.abs(down + 2 * slope.z * (1 + down * 0.3));
      const side = aside / z + 2 * slope.x;
      const facing = clamp(look * 1.1 + slope.z * 0.9);
      const mirror = 0.05 + 0.95 * (1 - facing) ** 2.6;
      const k = SKY.index(clamp(up * 1.15));
      const sun = Math.exp(-((side * 3.4) ** 2 + ((up - sunUp) * 2.7) ** 2) * 2.2);
      const spark = sun ** 3 * (0.25 + 0.75 * mirror);
      const through = clamp(slope.lift * 3.2 - 0.05) * 0.22 * ramp(0, 0.25, down);
      const i = (y * width + x) * 3;
      const sky = SKY.table;
      pixels[i] = deep[0] * 0.5 + mirror * (sky[k] as number) + spark * glint[0] + through * 0.1;
      pixels[i + 1] =
        deep[1] * 0.5 + mirror * (sky[k + 1] as number) + spark * glint[1] + through * 0.3;
      pixels[i + 2] =
        deep[2] * 0.5 + mirror * (sky[k + 2] as number) + spark * glint[2] + through * 0.36;
    }
  }
}

function paintSky(picture: Picture, clouds: Layer): void {
  const { width, rgb: pixels } = picture;
  const bottom = Math.floor(HORIZON * width);
  for (let y = 0, i = 0; y < bottom; y++) {
    const v = (y + 0.5) / width;
    const k = SKY.index((HORIZON - v) / HORIZON);
    for (let x = 0; x < width; x++, i += 3) {
      const d = hypotenuse((x + 0.5) / width - SUN.u, v - SUN.v);
      const disc = ramp(0.0615, 0.0585, d) * 1.6;
      const glow = 0.55 * Math.exp(-d * 7) + 0.25 * Math.exp(-d * 2.6);
      const veil = clouds.sample(x, y, 0);
      const edge = clouds.sample(x, y, 1);
      const open = 1 - veil * 0.75;
      const [r, g, b] = [
        SKY.table[k] as number,
        SKY.table[k + 1] as number,
        SKY.table[k + 2] as number,
      ];
      pixels[i] = (r + glow + disc) * open + veil * (0.16 + 0.5 * r) * 0.6 + edge * 0.9;
      pixels[i + 1] = (g + glow * 0.5 + disc * 0.78) * open + veil * (0.05 + 0.3 * g) + edge * 0.42;
      pixels[i + 2] = (b + glow * 0.22 + disc * 0.42) * open + veil * (0.12 + 0.4 * b) + edge * 0.3;
    }
  }
}

function prepare({ width, height }: Size): Paint {
  const waves = makeWaves(SECONDS);
  const noise = new Noise(27);
  const clouds = new Layer(width, height, 3);
  return (phase, picture) => {
    clouds.fill(width, (u, v, out) => {
      if (v > HORIZON + 0.02) return;
      const flat = 1 + 7 * ramp(0.2, HORIZON, v);
      const drift = 0.05 * Math.sin(TAU * phase);
      const a = noise.fbm(u * 1.7 + drift, v * 2.1 * flat ** 0.6, phase * 2, 4, 2);
      const b = noise.fbm(u * 1.7 + drift + 0.03, v * 2.1 * flat ** 0.6 + 0.12, phase * 2, 4, 2);
      out[0] = ramp(0.02, 0.42, a);
      out[1] = clamp((a - b) * 1.6) * out[0] * ramp(0.1, 0.7, v) * 0.5;
    });
    paintSky(picture, clouds);
    paintSea(picture, waves, noise, phase);
  };
}

function score(mix: Mix): void {
  const surf = (p: number): number => {
    const first = Math.max(0, Math.sin(TAU * (p * 2 + 0.1))) ** 2;
    const second = Math.max(0, Math.sin(TAU * (p * 3 + 0.6))) ** 3;
    return 0.05 + 0.2 * first + 0.12 * second;
  };
  mix.breeze({ gain: surf, cutoff: (p) => 380 + 2600 * surf(p), room: 0.15 });
  mix.breeze({ gain: (p) => 0.035 + 0.1 * surf(p + 0.03), cutoff: () => 2600, band: 0.8 });
  const third = mix.seconds / 3;
  const chords = [
    [38, 57, 62, 66],
    [35, 54, 62, 66],
    [43, 55, 59, 66],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * third - 1 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: third + 2, gain: i ? 0.045 : 0.075, pan: (i - 1.5) * 0.3 }, 0.3);
    }
  });
}

export const ocean: Scene = {
  ...{ name: 'ocean', title: 'Last light, long swell', author: 'saltwindow' },
  ...{ durationSeconds: SECONDS, videoKilobytes: 370, prepare, score },
};
