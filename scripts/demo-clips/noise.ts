import { seeded } from './maths.ts';

const GX = [1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, -1, 0, 0];
const GY = [1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, 1, -1, -1];
const GZ = [0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 0, 1, -1];

function wrap(i: number, period: number): number {
  const m = i % period;
  return m < 0 ? m + period : m;
}

/**
 * Gradient noise that repeats in x and z after whole-number periods. Using z as time makes every
 * field loop exactly, and using x as the direction of travel lets landscapes scroll for ever.
 */
export class Noise {
  private readonly perm = new Uint8Array(1024);
  private readonly gx = Float64Array.from(GX);
  private readonly gy = Float64Array.from(GY);
  private readonly gz = Float64Array.from(GZ);

  constructor(seed: number) {
    const random = seeded(seed);
    const order = new Uint8Array(256).map((_, i) => i);
    for (let i = 255; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      const held = order[i] ?? 0;
      order[i] = order[j] ?? 0;
      order[j] = held;
    }
    for (let i = 0; i < 1024; i++) this.perm[i] = order[i & 255] ?? 0;
  }

  private corner(hash: number, x: number, y: number, z: number): number {
    const h = hash & 15;
    return (this.gx[h] as number) * x + (this.gy[h] as number) * y + (this.gz[h] as number) * z;
  }

  /** About -1..1. */
  at(x: number, y: number, z = 0, periodZ = 256, periodX = 256): number {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const fz = Math.floor(z);
    const dx = x - fx;
    const dy = y - fy;
    const dz = z - fz;
    const p = this.perm;
    const z0 = wrap(fz, periodZ);
    const z1 = z0 + 1 === periodZ ? 0 : z0 + 1;
    const y0 = fy & 255;
    const y1 = (y0 + 1) & 255;
    const x0 = wrap(fx, periodX);
    const x1 = x0 + 1 === periodX ? 0 : x0 + 1;
    const a0 = p[z0 & 255] as number;
    const a1 = p[z1 & 255] as number;
    const b00 = p[a0 + y0] as number;
    const b01 = p[a0 + y1] as number;
    const b10 = p[a1 + y0] as number;
    const b11 = p[a1 + y1] as number;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const w = dz * dz * dz * (dz * (dz * 6 - 15) + 10);
    const c000 = this.corner(p[b00 + x0] as number, dx, dy, dz);
    const c100 = this.corner(p[b00 + x1] as number, dx - 1, dy, dz);
    const c010 = this.corner(p[b01 + x0] as number, dx, dy - 1, dz);
    const c110 = this.corner(p[b01 + x1] as number, dx - 1, dy - 1, dz);
    const c001 = this.corner(p[b10 + x0] as number, dx, dy, dz - 1);
    const c101 = this.corner(p[b10 + x1] as number, dx - 1, dy, dz - 1);
    const c011 = this.corner(p[b11 + x0] as number, dx, dy - 1, dz - 1);
    const c111 = this.corner(p[b11 + x1] as number, dx - 1, dy - 1, dz - 1);
    const near =
      c000 + u * (c100 - c000) + v * (c010 + u * (c110 - c010) - c000 - u * (c100 - c000));
    const far =
      c001 + u * (c101 - c001) + v * (c011 + u * (c111 - c011) - c001 - u * (c101 - c001));
    return near + w * (far - near);
  }

  /** Several octaves, still repeating after the same periods; about -1..1. */
  fbm(x: number, y: number, z: number, octaves: number, periodZ = 256, periodX = 256): number {
    let sum = 0;
    let gain = 0.55;
    let scale = 1;
    for (let i = 0; i < octaves; i++) {
      sum += gain * this.at(x * scale, y * scale + i * 37.7, z, periodZ, periodX * scale);
      gain *= 0.5;
      scale *= 2;
    }
    return sum;
  }
}
