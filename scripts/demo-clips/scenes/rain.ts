import { type Colour, Gradient, rgb } from '../colour.ts';
import { between, clamp, fract, hypotenuse, ramp, seeded, TAU, times } from '../maths.ts';
import type { Mix } from '../mix.ts';
import { Picture } from '../picture.ts';
import type { Paint, Scene, Size } from '../types.ts';

const DUSK = new Gradient([
  [0, rgb('#080d24')],
  [0.3, rgb('#10163c')],
  [0.55, rgb('#331d40')],
  [0.72, rgb('#150f2a')],
  [1, rgb('#080a18')],
]);
const LAMPS: readonly Colour[] = [
  ...[rgb('#ffb45e'), rgb('#ff7a48'), rgb('#ffc070'), rgb('#ff4f6a')],
  ...[rgb('#5ec8ff'), rgb('#6af0c8'), rgb('#c88aff')],
];

type Lamp = {
  u: number;
  v: number;
  size: number;
  gain: number;
  /** Where, from middle to edge, the disc begins to fade. */
  soft: number;
  beat: number;
  offset: number;
  /** Cars cross the picture this many times per loop; street lamps stay. */
  travel: number;
  colour: Colour;
};

function makeLamps(): Lamp[] {
  const random = seeded(404);
  return times(58, (i) => {
    const car = i < 16;
    const away = i % 2 === 0;
    const colour = car ? rgb(away ? '#ff4038' : '#fff0d0') : LAMPS[Math.floor(random() ** 2.2 * 7)];
    return {
      u: random() * 1.1 - 0.05,
      v: car ? between(random, 1.12, 1.28) : between(random, 0.1, 1.14) ** 0.8,
      size: between(random, 0.03, 0.085),
      gain: 0.34 + 1.3 * random() ** 2,
      soft: between(random, 0.35, 0.82),
      beat: 1 + Math.floor(random() * 3),
      offset: random(),
      travel: car ? (away ? 1 : -1) : 0,
      colour: colour ?? rgb('#ffb45e'),
    };
  });
}

/** Out-of-focus lights are flat discs in a faint halo rather than blobs. */
function paintLamp(picture: Picture, lamp: Lamp, phase: number): void {
  const { width, height, rgb: pixels } = picture;
  const u = lamp.travel ? fract(lamp.u + lamp.travel * phase) * 1.3 - 0.15 : lamp.u;
  const pulse = 0.88 + 0.12 * Math.sin(TAU * (lamp.beat * phase + lamp.offset));
  picture.glow(u, lamp.v, lamp.size * 3, lamp.colour, lamp.gain * 0.12, 3);
  const reach = lamp.size * width;
  const cx = u * width;
  const cy = lamp.v * width;
  const x1 = Math.min(width - 1, Math.ceil(cx + reach));
  const y1 = Math.min(height - 1, Math.ceil(cy + reach));
  for (let y = Math.max(0, Math.floor(cy - reach)); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x <= x1; x++) {
      const d = hypotenuse(x - cx, y - cy) / reach;
      const light = lamp.gain * pulse * (0.5 + 0.3 * d ** 4) * ramp(1, lamp.soft, d);
      const i = (y * width + x) * 3;
      for (let k = 0; k < 3; k++) {
        pixels[i + k] = (pixels[i + k] as number) + light * (lamp.colour[k] as number);
      }
    }
  }
}

/** The wet street below mirrors the lights as long soft streaks. */
function smear(picture: Picture): void {
  const { width, height, rgb: pixels } = picture;
  const kerb = Math.round(1.3 * width);
  const row = new Float32Array(width * 3);
  for (let y = kerb; y < height; y++) {
    const from = (2 * kerb - y - Math.round(0.03 * width)) * width * 3;
    const sharp = 0.045 + 0.03 * ((y - kerb) / width);
    for (let i = 0; i < row.length; i++) {
      const held = y === kerb ? (pixels[from + i] as number) : (row[i] as number);
      row[i] = held + ((pixels[from + i] as number) - held) * sharp;
      const fade = 0.75 * ramp(1.8, 1.3, y / width);
      pixels[y * width * 3 + i] =
        (pixels[y * width * 3 + i] as number) * 0.3 +
        (row[i] as number) * fade * (0.3 + 0.7 * ramp(0, 0.12, (y - kerb) / width));
    }
  }
}

type Drop = { u: number; v: number; size: number; tall: number };

/** A bead of water is a tiny lens: it shows the street upside down and darkens at its edge. */
function paintDrop(picture: Picture, street: Float32Array, drop: Drop): void {
  const { width, height } = picture;
  const reach = drop.size * width;
  if (reach < 0.4) return;
  const cx = drop.u * width;
  const cy = drop.v * width;
  const high = reach * drop.tall;
  const x1 = Math.min(width - 1, Math.ceil(cx + reach));
  const y1 = Math.min(height - 1, Math.ceil(cy + high));
  for (let y = Math.max(0, Math.floor(cy - high)); y <= y1; y++) {
    const dy = (y - cy) / high;
    for (let x = Math.max(0, Math.floor(cx - reach)); x <= x1; x++) {
      // The top is drawn narrower than the bottom.
      const dx = (x - cx) / (reach * (1 - 0.22 * (0.5 - 0.5 * dy)));
      const d = dx * dx + dy * dy;
      if (d >= 1) continue;
      const alpha = clamp((1 - Math.sqrt(d)) * reach);
      const sx = clamp(Math.round(cx - dx * (0.1 + 0.2 * d) * width), 0, width - 1);
      const sy = clamp(Math.round(cy - dy * (0.16 + 0.3 * d) * width), 0, height - 1);
      const from = (sy * width + sx) * 3;
      const body = 0.45 + 1.1 * (1 - d * d) + 0.5 * dy;
      const gleam = 0.5 * Math.exp(-((dx + 0.3) ** 2 + (dy + 0.42) ** 2) * 22);
      const red = (street[from] as number) * body + gleam * 0.5 + 0.012;
      const green = (street[from + 1] as number) * body + gleam * 0.55 + 0.014;
      const blue = (street[from + 2] as number) * body + gleam * 0.7 + 0.022;
      picture.cover((y * width + x) * 3, red, green, blue, alpha);
    }
  }
}

type Runner = { u: number; start: number; size: number; curl: number; beads: readonly Drop[] };

function runnerColumn(runner: { u: number; curl: number }, v: number): number {
  return (
    runner.u + 0.012 * Math.sin(v * 9 + runner.curl) + 0.006 * Math.sin(v * 23 + runner.curl * 3)
  );
}

/** How far down a runner is, from 0 to 1 per loop: it hesitates, then slips. */
function fall(way: number): number {
  return way + 0.055 * Math.sin(TAU * way * 3) - 0.02 * Math.sin(TAU * way * 7);
}

function makeRunners(): Runner[] {
  const random = seeded(71);
  return times(11, (i) => {
    const path = { u: (i + between(random, 0.2, 0.8)) / 11, curl: random() * TAU };
    const beads = times(46, (n) => {
      const v = (n / 46) * 1.95 - 0.08 + between(random, -0.015, 0.015);
      const u = runnerColumn(path, v) + between(random, -0.004, 0.004);
      return { u, v, size: between(random, 0.003, 0.0095), tall: between(random, 1, 1.4) };
    });
    return { ...path, start: random(), size: between(random, 0.02, 0.031), beads };
  });
}

function paintRunner(picture: Picture, street: Float32Array, runner: Runner, phase: number): void {
  const head = fall(fract(phase + runner.start)) * 2 - 0.1;
  for (const bead of runner.beads) {
    // Beads left behind dry up until the runner comes round again.
    const age = fract((head - bead.v) / 2);
    const size = bead.size * ramp(0, 0.01, age) * ramp(0.95, 0.25, age);
    paintDrop(picture, street, { ...bead, size });
  }
  const u = runnerColumn(runner, head);
  const { size } = runner;
  const tail = head - size * 2.2;
  paintDrop(picture, street, {
    ...{ u: runnerColumn(runner, tail), v: tail, size: size * 0.45, tall: 5 },
  });
  paintDrop(picture, street, { u, v: head, size, tall: 1.25 });
}

function prepare({ width, height }: Size): Paint {
  const lamps = makeLamps();
  const runners = makeRunners();
  const random = seeded(9);
  const still = times(560, () => ({
    ...{ u: random(), v: random() * 1.78 },
    ...{ size: 0.0025 + 0.021 * random() ** 5, tall: between(random, 0.95, 1.3) },
  }));
  const outside = new Picture(width, height);
  return (phase, picture) => {
    outside.sky(DUSK);
    outside.glow(0.45, 0.95, 0.9, rgb('#ff8a5a'), 0.1, 3);
    for (const lamp of lamps) paintLamp(outside, lamp, phase);
    smear(outside);
    picture.rgb.set(outside.rgb);
    for (const drop of still) paintDrop(picture, outside.rgb, drop);
    for (const runner of runners) paintRunner(picture, outside.rgb, runner, phase);
  };
}

function score(mix: Mix): void {
  mix.breeze({ gain: (p) => 0.05 + 0.012 * Math.sin(TAU * p), cutoff: () => 1500, room: 0.1 });
  mix.breeze({ gain: () => 0.02, cutoff: () => 5200, band: 0.6 });
  mix.drops(70, 0.09, 900, 3600, 0.3);
  const bar = mix.seconds / 4;
  const chords = [
    [38, 53, 57, 60, 64],
    [43, 53, 59, 62, 64],
    [36, 52, 55, 59, 62],
    [45, 55, 60, 61, 64],
  ];
  chords.forEach((chord, n) => {
    for (const [i, note] of chord.entries()) {
      const at = n * bar + i * 0.035;
      const gain = i ? 0.07 : 0.13;
      mix.pluck(note, { at, length: bar * 1.5, gain, pan: (i - 2) * 0.2, room: 0.45 }, 1);
      if (i > 0) mix.pad(note, { at: n * bar, length: bar * 1.3, gain: 0.022, room: 0.6 }, 0.2);
    }
    const high = (chord[(n % 2) + 3] ?? 64) + 12;
    mix.pluck(high, { at: n * bar + bar * 0.625, length: 1.8, gain: 0.06, pan: 0.4, room: 0.6 }, 2);
  });
}

export const rain: Scene = {
  ...{ name: 'rain', title: 'Stay in tonight', author: 'window.seat' },
  ...{ durationSeconds: 10, videoKilobytes: 350, prepare, score },
};
