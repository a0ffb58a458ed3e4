import { Gradient, rgb } from '../colour.ts';
import { clamp, fract, hypotenuse, ramp, TAU } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Paint, Scene, Size } from '../types.ts';

const CENTRE = { u: 0.5, v: 0.8 };
const PETALS = 13;
const RINGS = 20;
const GROWTH = 1.235;
const SMALLEST = 0.03;
/** Rings that open per loop: each then stands exactly where its neighbour stood. */
const OPENED = 2;

/** Colour by distance from the heart, so that a ring changes hue while it opens. */
const HUE = new Gradient([
  [0, rgb('#ffd36a')],
  [0.14, rgb('#ff9a4a')],
  [0.3, rgb('#f4506a')],
  [0.5, rgb('#c42d86')],
  [0.7, rgb('#6a2496')],
  [0.88, rgb('#2a1a68')],
  [1, rgb('#0c0c34')],
]);

type Ring = { radius: number; turn: number; breath: number };

function makeRings(phase: number): Ring[] {
  const rings: Ring[] = [];
  for (let k = 0; k < RINGS; k++) {
    const place = k + fract(phase) * OPENED - OPENED;
    const breath = Math.sin(TAU * phase * 2 - place * 0.5);
    const radius = SMALLEST * GROWTH ** place * (1 + 0.018 * breath);
    // Half a petal per ring closes the gaps; the slight extra makes the whole flower swirl.
    rings.push({ radius, turn: (place * (0.5 + 1 / 16)) / PETALS, breath });
  }
  return rings;
}

/** Distance of a petal's edge from the heart at `side`, -1..1 across the petal. */
function tip(side: number): number {
  const s = Math.abs(side);
  return 1 - 0.1 * s * s - 0.32 * s ** 5 + 0.05 * Math.exp(-s * s * 40);
}

function shade(
  ...[rings, r, angle, pixel, out]: [readonly Ring[], number, number, number, Float32Array]
): void {
  out.fill(0);
  let shadow = 0;
  /** How much of this pixel is still open to what lies further out; edges cover only a part. */
  let open = 1;
  for (const ring of rings) {
    const t = r / ring.radius;
    if (t > 1.3) continue;
    const side = (fract(angle * PETALS - ring.turn * PETALS) - 0.5) * 2;
    const edge = tip(side);
    const soft = pixel / ring.radius;
    if (t > edge + soft) {
      // Just outside a petal of an inner ring: it throws a soft shadow on what lies below.
      shadow = Math.max(shadow, ramp(0.26, 0, t - edge));
      continue;
    }
    const k = HUE.index(clamp(r / 0.86));
    const cup = 1 - 0.55 * side * side;
    const length = ramp(0.45, 1, t / edge);
    const vein = 1 - 0.1 * Math.exp(-side * side * 60) - 0.05 * Math.cos(side * 22) * length;
    const rim = ramp(0.1, 0, edge - t) * (0.35 + 0.25 * ring.breath);
    const light = (0.16 + 0.9 * length * cup) * vein * (1 - 0.72 * shadow) + rim * 0.55;
    const cover = open * clamp((edge + soft - t) / soft);
    for (let c = 0; c < 3; c++) {
      out[c] =
        (out[c] as number) + cover * (HUE.table[k + c] as number) * (light * 1.15 + rim * 0.2);
    }
    open -= cover;
    if (open < 0.01) return;
  }
  const k = HUE.index(1);
  for (let c = 0; c < 3; c++) {
    out[c] = (out[c] as number) + open * (HUE.table[k + c] as number) * (1 - 0.6 * shadow) * 0.5;
  }
}

function prepare({ width }: Size): Paint {
  const noise = new Noise(3);
  return (phase, picture) => {
    const rings = makeRings(phase);
    const sway = 0.012 * Math.sin(TAU * phase);
    picture.fill((u, v, out) => {
      const x = u - CENTRE.u;
      const y = v - CENTRE.v - sway;
      const wobble = 1 + 0.012 * noise.at(u * 4, v * 4, phase * 2, 2);
      const r = hypotenuse(x, y) * wobble;
      shade(rings, r, Math.atan2(y, x) / TAU + 1, 1.5 / width, out);
      const calm = 1 - 0.6 * ramp(0.3, 0.95, r);
      const heart = Math.exp(-((r / 0.035) ** 2)) * 0.9;
      out[0] = (out[0] as number) * calm + heart;
      out[1] = (out[1] as number) * calm + heart * 0.62;
      out[2] = (out[2] as number) * calm + heart * 0.2;
    });
  };
}

function score(mix: Mix): void {
  const half = mix.seconds / 2;
  const chords = [
    [41, 57, 60, 64],
    [43, 55, 59, 62],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * half - 0.4 + mix.seconds) % mix.seconds;
      mix.pad(note, { at, length: half + 0.9, gain: i ? 0.05 : 0.09, pan: (i - 1.5) * 0.3 }, 0.35);
    }
  });
  const tune = [72, 76, 79, 84, 79, 76, 81, 76, 71, 74, 79, 83, 79, 74, 71, 67];
  tune.forEach((note, i) => {
    const at = (i * mix.seconds) / tune.length;
    const gain = i % 4 ? 0.1 : 0.14;
    mix.pluck(note, { at, length: 1.5, gain, pan: Math.sin(i * 1.3) * 0.5, room: 0.5 }, 4);
  });
}

export const dahlia: Scene = {
  ...{ name: 'dahlia', title: 'Never done opening', author: 'petal.loop' },
  ...{ durationSeconds: 6, videoKilobytes: 330, prepare, score },
};
