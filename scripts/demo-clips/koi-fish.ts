import { type Colour, mix, rgb } from './colour.ts';
import { clamp, hypotenuse, ramp, TAU } from './maths.ts';
import type { Noise } from './noise.ts';
import type { Picture } from './picture.ts';

export type Koi = {
  /** Middle and half axes of the round it swims. */
  u: number;
  v: number;
  across: number;
  down: number;
  tilt: number;
  /** 1 clockwise, -1 the other way. */
  way: number;
  offset: number;
  length: number;
  /** Tail strokes per loop. */
  strokes: number;
  seed: number;
  /** How much of the body is coloured: low is nearly white. */
  paint: number;
  colour: Colour;
};

type Point = { u: number; v: number; sideU: number; sideV: number };

const WHITE = rgb('#f6efe4');
const INK = rgb('#1a1a22');

function onRound(koi: Koi, turn: number): [number, number] {
  const a = TAU * turn * koi.way;
  const x = koi.across * Math.cos(a) + 0.035 * Math.cos(2 * a + koi.seed);
  const y = koi.down * Math.sin(a) + 0.05 * Math.sin(3 * a + koi.seed);
  const cos = Math.cos(koi.tilt);
  const sin = Math.sin(koi.tilt);
  return [koi.u + x * cos - y * sin, koi.v + x * sin + y * cos];
}

/** The point `s` along the fish, 0 at the mouth, 1 at the root of the tail, more in the fin. */
function spine(koi: Koi, phase: number, s: number): Point {
  const around = TAU * Math.sqrt((koi.across ** 2 + koi.down ** 2) / 2);
  const turn = phase + koi.offset - (s * koi.length) / around;
  const [u, v] = onRound(koi, turn);
  const [aheadU, aheadV] = onRound(koi, turn + 0.004);
  const span = hypotenuse(aheadU - u, aheadV - v) || 1;
  const sideU = -(aheadV - v) / span;
  const sideV = (aheadU - u) / span;
  const beat = Math.sin(TAU * (koi.strokes * phase - s * 0.85 + koi.offset));
  const swing = koi.length * (0.012 + 0.075 * s ** 1.8) * beat;
  return { u: u + sideU * swing, v: v + sideV * swing, sideU, sideV };
}

function halfWidth(koi: Koi, s: number): number {
  const head = Math.sqrt(clamp(s / 0.2 + 0.06)) * (1 - 0.12 * ramp(0.22, 0.08, s));
  return koi.length * 0.145 * Math.min(1, head) * (1 - 0.84 * ramp(0.3, 1, s));
}

function skin(koi: Koi, noise: Noise, s: number, q: number): Colour {
  const patch = noise.fbm(s * 3.2 + koi.seed * 7, q * 0.75 + koi.seed, 2, 2);
  const spot = noise.at(s * 6 + koi.seed * 3, q * 1.3 + 9, koi.seed);
  const base = mix(WHITE, koi.colour, ramp(-0.04, 0.05, patch + koi.paint));
  return mix(base, INK, ramp(0.34, 0.4, spot) * 0.85);
}

/** Discs strung along the spine; each pixel knows where on the body it is, so they blend. */
function paintBody(picture: Picture, koi: Koi, noise: Noise, phase: number): void {
  const { width, height } = picture;
  const count = Math.ceil(koi.length * width * 0.7);
  for (let n = count; n >= 0; n--) {
    const s = n / count;
    const at = spine(koi, phase, s);
    const reach = halfWidth(koi, s) * width;
    const cx = at.u * width;
    const cy = at.v * width;
    const x1 = Math.min(width - 1, Math.ceil(cx + reach));
    const y1 = Math.min(height - 1, Math.ceil(cy + reach));
    for (let y = Math.max(0, Math.floor(cy - reach)); y <= y1; y++) {
      for (let x = Math.max(0, Math.floor(cx - reach)); x <= x1; x++) {
        const dx = x + 0.5 - cx;
        const dy = y + 0.5 - cy;
        const alpha = clamp(reach - hypotenuse(dx, dy) + 0.3);
        if (alpha <= 0) continue;
        const q = (dx * at.sideU + dy * at.sideV) / reach;
        const along = (dx * at.sideV - dy * at.sideU) / (koi.length * width);
        const [r, g, b] = skin(koi, noise, s - along, q);
        const ridge = 0.16 * Math.exp(-(((q + 0.12) / 0.16) ** 2));
        const light = 0.92 - 0.62 * q * q + ridge - 0.2 * q;
        picture.cover((y * width + x) * 3, r * light, g * light, b * light * 1.04, alpha);
      }
    }
  }
}

/** Fins are fans of faint rays of light, folded and unfolded by the stroke. */
function paintFins(picture: Picture, koi: Koi, phase: number): void {
  const tint = mix(WHITE, koi.colour, 0.3);
  const stroke = Math.sin(TAU * (koi.strokes * phase + koi.offset));
  const dot = 1.5 / picture.width;
  const rays = 13;
  for (let n = 0; n < rays; n++) {
    const q = (n / (rays - 1)) * 2 - 1;
    const reach = 0.26 + 0.1 * Math.abs(q);
    for (let t = 0; t < 1; t += 0.022) {
      const at = spine(koi, phase, 0.94 + t * reach);
      const wide = koi.length * (0.012 + 0.125 * t ** 0.8) * q;
      const gain = 0.17 * (1 - t) ** 0.6;
      picture.glow(at.u + at.sideU * wide, at.v + at.sideV * wide, dot * 2.2, tint, gain, 1);
    }
  }
  for (const side of [-1, 1]) {
    const root = spine(koi, phase, 0.27);
    const start = halfWidth(koi, 0.27) * 0.85 * side;
    for (let n = 0; n < 9; n++) {
      const angle = 0.35 + n * 0.13 + 0.16 * stroke * side;
      for (let t = 0; t < 1; t += 0.04) {
        const out = start + koi.length * 0.17 * t * Math.sin(angle) * side;
        const back = koi.length * 0.17 * t * Math.cos(angle);
        const u = root.u + root.sideU * out - root.sideV * back;
        const v = root.v + root.sideV * out + root.sideU * back;
        picture.glow(u, v, dot * 2, tint, 0.15 * (1 - t * 0.7), 1);
      }
    }
  }
}

export function paintKoi(picture: Picture, koi: Koi, noise: Noise, phase: number): void {
  paintFins(picture, koi, phase);
  paintBody(picture, koi, noise, phase);
  for (const side of [-1, 1]) {
    const at = spine(koi, phase, 0.075);
    const off = halfWidth(koi, 0.075) * 0.72 * side;
    const eye = koi.length * 0.017;
    picture.glow(at.u + at.sideU * off, at.v + at.sideV * off, eye, [1, 1, 1], -1.2, 1);
  }
}

/** The shadow on the pond's floor, gathered from many faint discs. */
export function paintShadow(picture: Picture, koi: Koi, phase: number): void {
  for (let s = 0; s < 1.2; s += 0.045) {
    const at = spine(koi, phase, s);
    const radius = Math.max(halfWidth(koi, Math.min(1, s)), koi.length * 0.03) * 1.7;
    const { u, v } = { u: at.u + 0.03, v: at.v + 0.055 };
    picture.shade(u, v, radius, 0.17);
  }
}
