import { RATE } from './mix.ts';

const COMBS = [1557, 1617, 1491, 1422, 1277, 1356, 1188, 1116];
const PASSES = [225, 556, 441, 341];

/**
 * A small Schroeder room. It runs round the loop three times and keeps the last round, so the tail
 * of the end is already sounding when the beginning plays again.
 */
export function reverberate(
  send: Float32Array,
  into: Float32Array,
  wet: number,
  spread: number,
): void {
  const scale = RATE / 44100;
  const combs = COMBS.map((n) => new Float32Array(Math.round((n + spread) * scale * 1.5)));
  const passes = PASSES.map((n) => new Float32Array(Math.round((n + spread) * scale)));
  const damp = new Float32Array(combs.length);
  const rounds = 3;
  const total = send.length * rounds;
  for (let i = 0; i < total; i++) {
    const x = (send[i % send.length] as number) * 0.03;
    let sum = 0;
    for (let c = 0; c < combs.length; c++) {
      const line = combs[c] as Float32Array;
      const at = i % line.length;
      const y = line[at] as number;
      const held = (damp[c] as number) * 0.35 + y * 0.65;
      damp[c] = held;
      line[at] = x + held * 0.86;
      sum += y;
    }
    for (const line of passes) {
      const at = i % line.length;
      const y = line[at] as number;
      line[at] = sum + y * 0.5;
      sum = y - sum;
    }
    if (i >= total - send.length) {
      const j = i % send.length;
      into[j] = (into[j] as number) + sum * wet;
    }
  }
}
