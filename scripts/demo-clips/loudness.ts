import { RATE } from './mix.ts';

type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

// The two filters of ITU-R BS.1770 at 48 kHz.
const SHELF: Biquad = [
  1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585,
];
const HIGH_PASS: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];

function filtered(input: Float32Array, [b0, b1, b2, a1, a2]: Biquad): Float32Array {
  const output = new Float32Array(input.length);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < input.length; i++) {
    const x = input[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    output[i] = y;
  }
  return output;
}

function power(blocks: readonly number[], gate: number): number {
  const loud = blocks.filter((p) => p > gate);
  return loud.reduce((sum, p) => sum + p, 0) / Math.max(1, loud.length);
}

/** Integrated loudness of a stereo signal in LUFS. */
export function loudness(left: Float32Array, right: Float32Array): number {
  const sides = [left, right].map((side) => filtered(filtered(side, SHELF), HIGH_PASS));
  const block = Math.round(RATE * 0.4);
  const blocks: number[] = [];
  for (let start = 0; start + block <= left.length; start += block / 4) {
    let sum = 0;
    for (const side of sides) {
      for (let i = start; i < start + block; i++) sum += (side[i] as number) ** 2;
    }
    blocks.push(sum / block);
  }
  const toPower = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);
  const first = power(blocks, toPower(-70));
  return -0.691 + 10 * Math.log10(power(blocks, Math.max(toPower(-70), first / 10)));
}
