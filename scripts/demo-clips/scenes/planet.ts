import { Gradient, rgb } from '../colour.ts';
import { Layer } from '../layer.ts';
import { clamp, hypotenuse, ramp, TAU } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Noise } from '../noise.ts';
import type { Picture } from '../picture.ts';
import { Stars } from '../stars.ts';
import type { Paint, Scene, Size } from '../types.ts';

const CENTRE = { u: 0.49, v: 0.72 };
const RADIUS = 0.252;
const LIGHT = [-0.74, -0.3, 0.6] as const;
const RING_IN = 1.28;
const RING_OUT = 2.25;
/** The cloud pattern repeats this often round the planet, which turns by one repeat per loop. */
const REPEATS = 5;

const BANDS = new Gradient([
  [0, rgb('#6e4a5e')],
  [0.16, rgb('#b98468')],
  [0.3, rgb('#e8c29a')],
  [0.42, rgb('#c98f6a')],
  [0.52, rgb('#f4dcb8')],
  [0.64, rgb('#d09a78')],
  [0.78, rgb('#a8747a')],
  [1, rgb('#544266')],
]);

type View = { cosRoll: number; sinRoll: number; cosTilt: number; sinTilt: number; phase: number };

function makeView(phase: number): View {
  const roll = -0.36 + 0.025 * Math.sin(TAU * phase);
  const tilt = 0.34 + 0.05 * Math.cos(TAU * phase);
  const round = { cosRoll: Math.cos(roll), sinRoll: Math.sin(roll) };
  return { ...round, cosTilt: Math.cos(tilt), sinTilt: Math.sin(tilt), phase };
}

/** How dense the ring is at a distance from the centre, in planet radii. */
function makeRing(noise: Noise): Float32Array {
  const ring = new Float32Array(1024);
  for (let i = 0; i < 1024; i++) {
    const at = i / 1023;
    const fine = 0.62 + 0.5 * noise.fbm(at * 26, 3, 0, 3);
    const gap = 1 - 0.93 * Math.exp(-(((at - 0.66) / 0.022) ** 2));
    const inner = 0.35 + 0.65 * ramp(0.1, 0.32, at);
    ring[i] = clamp(fine * gap * inner * ramp(0, 0.05, at) * ramp(1, 0.96, at));
  }
  return ring;
}

function density(ring: Float32Array, distance: number): number {
  const at = (distance - RING_IN) / (RING_OUT - RING_IN);
  return at < 0 || at >= 1 ? 0 : (ring[(at * 1023) | 0] as number);
}

/** Colour of the globe where its surface point, in radii, is (x, y, z) towards the viewer. */
function shadeGlobe(
  ...[x, y, z, view, noise, ring, out]: [
    number,
    number,
    number,
    View,
    Noise,
    Float32Array,
    number[],
  ]
): void {
  const { cosRoll, sinRoll, cosTilt, sinTilt } = view;
  const across = x * cosRoll + y * sinRoll;
  const rise = y * cosRoll - x * sinRoll;
  const up = rise * cosTilt - z * sinTilt;
  const out3 = rise * sinTilt + z * cosTilt;
  const turn = (Math.atan2(across, out3) / TAU + 0.5) * REPEATS + view.phase;
  const swirl = noise.fbm(turn * 4, up * 7, 0, 3, 256, 4);
  const band = up * 0.5 + 0.5 + swirl * 0.035 + 0.03 * noise.at(up * 11, 4);
  const k = BANDS.index(band);
  const fine = 1 + 0.16 * noise.at(turn * 4, up * 34, 5, 256, 4) * (1 - up * up);
  const [lx, ly, lz] = LIGHT;
  const facing = x * lx + y * ly + z * lz;
  // Follow the light back to the ring plane to see whether the ring is in the way.
  const lightAcross = lx * cosRoll + ly * sinRoll;
  const lightRise = ly * cosRoll - lx * sinRoll;
  const lightUp = lightRise * cosTilt - lz * sinTilt;
  const way = -up / lightUp;
  const lightOut = lightRise * sinTilt + lz * cosTilt;
  const hit = hypotenuse(across + way * lightAcross, out3 + way * lightOut);
  const shade = way > 0 ? 1 - 0.75 * density(ring, hit) : 1;
  const day = ramp(-0.12, 0.75, facing) * shade;
  const rim = (1 - z) ** 3 * ramp(-0.2, 0.5, facing);
  out[0] = (BANDS.table[k] as number) * fine * day * 1.15 + rim * 0.35 + 0.004;
  out[1] = (BANDS.table[k + 1] as number) * fine * day * 1.1 + rim * 0.3 + 0.004;
  out[2] = (BANDS.table[k + 2] as number) * fine * day * 1.1 + rim * 0.42 + 0.012;
}

function paintPlanet(picture: Picture, view: View, noise: Noise, ring: Float32Array): void {
  const { width, height } = picture;
  const { cosRoll, sinRoll, cosTilt, sinTilt } = view;
  const [lx, ly, lz] = LIGHT;
  const globe = [0, 0, 0];
  const soft = 1.4 / (RADIUS * width);
  for (let row = 0, i = 0; row < height; row++) {
    const y = ((row + 0.5) / width - CENTRE.v) / RADIUS;
    for (let column = 0; column < width; column++, i += 3) {
      const x = ((column + 0.5) / width - CENTRE.u) / RADIUS;
      const square = x * x + y * y;
      const rise = y * cosRoll - x * sinRoll;
      const across = x * cosRoll + y * sinRoll;
      const distance = hypotenuse(across, rise / sinTilt);
      const dense = density(ring, distance);
      const inFront = rise > 0;
      if (square < 1) {
        shadeGlobe(x, y, Math.sqrt(1 - square), view, noise, ring, globe);
        const alpha = clamp((1 - Math.sqrt(square)) / soft);
        picture.cover(i, globe[0] as number, globe[1] as number, globe[2] as number, alpha);
      }
      if (dense <= 0 || (square < 1 && !inFront)) continue;
      const z = (rise * cosTilt) / sinTilt;
      const along = x * lx + y * ly + z * lz;
      const away = Math.sqrt(Math.max(0, square + z * z - along * along));
      const lit = along < 0 ? 0.05 + 0.95 * ramp(0.97, 1.03, away) : 1;
      const tone = lit * (0.55 + 0.5 * dense);
      const warm = ramp(RING_OUT, RING_IN, distance);
      picture.cover(
        i,
        0.86 * tone,
        (0.6 - 0.05 * warm) * tone,
        (0.56 - 0.2 * warm) * tone,
        dense * 0.86,
      );
    }
  }
}

/** The moon circles once per loop and hides behind the planet half of the time. */
function paintMoon(picture: Picture, view: View, behind: boolean): void {
  const angle = TAU * (view.phase + 0.09);
  if (Math.sin(angle) < 0 !== behind) return;
  const across = Math.cos(angle) * 1.75;
  const rise = Math.sin(angle) * 1.75 * 0.42 - 0.1;
  const u = CENTRE.u + RADIUS * (across * view.cosRoll - rise * view.sinRoll);
  const v = CENTRE.v + RADIUS * (across * view.sinRoll + rise * view.cosRoll);
  const size = 0.03 + 0.005 * Math.sin(angle);
  const { width, height } = picture;
  const reach = Math.ceil(size * width) + 1;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const column = Math.round(u * width) + dx;
      const row = Math.round(v * width) + dy;
      if (column < 0 || column >= width || row < 0 || row >= height) continue;
      const x = ((column + 0.5) / width - u) / size;
      const y = ((row + 0.5) / width - v) / size;
      const d = Math.sqrt(x * x + y * y);
      const z = Math.sqrt(Math.max(0, 1 - d * d));
      const day = 0.015 + ramp(-0.05, 0.9, x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]);
      const alpha = clamp((1 - d) * size * width);
      picture.cover((row * width + column) * 3, 0.52 * day, 0.58 * day, 0.7 * day, alpha);
    }
  }
}

function paintNebula(nebula: Layer, width: number, noise: Noise): void {
  nebula.fill(width, (u, v, out) => {
    const bend = noise.fbm(u * 1.4, v * 1.4, 0, 3);
    const cloud = clamp(noise.fbm(u * 1.8 + bend, v * 1.8 - bend, 3, 5) + 0.22);
    const band = Math.exp(-(((v - 0.62 - (u - 0.5) * 0.9) / 0.55) ** 2));
    const warm = clamp(noise.fbm(u * 2 + 7, v * 2 + bend, 9, 3) + 0.3);
    const gain = cloud * band * 0.34;
    out[0] = 0.004 + gain * (0.25 + 0.8 * warm);
    out[1] = 0.006 + gain * 0.28;
    out[2] = 0.018 + gain * (1 - 0.25 * warm);
  });
}

function prepare({ width, height }: Size): Paint {
  const noise = new Noise(99);
  const ring = makeRing(noise);
  const nebula = new Layer(width, height, 4);
  paintNebula(nebula, width, noise);
  const stars = new Stars(5, 330, 1.8);
  return (phase, picture) => {
    const view = makeView(phase);
    nebula.spread(picture, true);
    stars.paint(picture, phase, 0.9);
    picture.glow(CENTRE.u - 0.03, CENTRE.v - 0.02, RADIUS * 1.5, rgb('#ffb890'), 0.1, 3);
    paintMoon(picture, view, true);
    paintPlanet(picture, view, noise, ring);
    paintMoon(picture, view, false);
  };
}

function score(mix: Mix): void {
  const third = mix.seconds / 3;
  const chords = [
    [33, 52, 57, 64, 71],
    [29, 53, 57, 64, 72],
    [31, 50, 59, 62, 69],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = (n * third - 1 + mix.seconds) % mix.seconds;
      const tone = { at, length: third + 2.4, gain: i ? 0.06 : 0.12, pan: (i - 2) * 0.25 };
      mix.pad(note, { ...tone, room: 0.8 }, 0.55);
    }
  });
  [88, 83, 81, 76, 84, 79].forEach((note, i) => {
    const at = 0.5 + (i * mix.seconds) / 6;
    mix.pluck(note, { at, length: 3.5, gain: 0.045, pan: i % 2 ? 0.6 : -0.6, room: 1 }, 4.2);
  });
}

export const planet: Scene = {
  ...{ name: 'planet', title: 'Evening on the outer orbit', author: 'kepler.186' },
  ...{ durationSeconds: 10, videoKilobytes: 270, prepare, score },
};
