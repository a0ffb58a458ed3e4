export const TAU = Math.PI * 2;

export function clamp(x: number, low = 0, high = 1): number {
  return Math.max(low, Math.min(high, x));
}

export function lerp(a: number, b: number, amount: number): number {
  return a + (b - a) * amount;
}

/** Hermite ramp from 0 at `from` to 1 at `to`; `from` may be the larger one. */
export function ramp(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** `Math.hypot` guards against overflow and is many times slower. */
export function hypotenuse(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

export function fract(x: number): number {
  return x - Math.floor(x);
}

export type Random = () => number;

/** mulberry32: tiny, fast and the same on every machine, so clips rebuild identically. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
