import { clamp, type Random, seeded, TAU } from './maths.ts';
import { reverberate } from './reverb.ts';

export const RATE = 48000;

/** Frequency of a note; 69 is the A at 440 Hz. */
export function hz(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}

export type Tone = {
  at: number;
  length: number;
  gain: number;
  /** -1 left … 1 right. */
  pan?: number;
  /** 0 dry … 1 mostly room. */
  room?: number;
};

export type Breeze = {
  gain: (phase: number) => number;
  cutoff: (phase: number) => number;
  /** 0 is a plain low-pass; 1 leaves only a band around the cutoff. */
  band?: number;
  room?: number;
};

/**
 * A stereo loop. Everything is written round and round, so whatever still sounds at the end goes on
 * at the beginning and the loop has no seam.
 */
export class Mix {
  readonly seconds: number;
  readonly length: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
  private readonly sendLeft: Float32Array;
  private readonly sendRight: Float32Array;
  private readonly random: Random;

  constructor(seconds: number, seed: number) {
    this.seconds = seconds;
    this.length = Math.round(seconds * RATE);
    this.left = new Float32Array(this.length);
    this.right = new Float32Array(this.length);
    this.sendLeft = new Float32Array(this.length);
    this.sendRight = new Float32Array(this.length);
    this.random = seeded(seed);
  }

  private add(index: number, left: number, right: number, room: number): void {
    const i = index % this.length;
    const dry = 1 - room * 0.7;
    this.left[i] = (this.left[i] as number) + left * dry;
    this.right[i] = (this.right[i] as number) + right * dry;
    this.sendLeft[i] = (this.sendLeft[i] as number) + left * room;
    this.sendRight[i] = (this.sendRight[i] as number) + right * room;
  }

  /** A slow chord voice: detuned copies on both sides, mellow harmonics, long edges. */
  pad(note: number, tone: Tone, brightness = 0.4): void {
    const { at, length, gain, pan = 0, room = 0.5 } = tone;
    const samples = Math.round(length * RATE);
    const start = Math.round(at * RATE);
    const edge = samples * 0.38;
    const phases = [this.random() * TAU, this.random() * TAU, this.random() * TAU];
    for (let i = 0; i < samples; i++) {
      const rise = clamp(Math.min(i, samples - i) / edge);
      const level = gain * rise * rise * (3 - 2 * rise);
      const t = i / RATE;
      const swell = brightness * (0.7 + 0.3 * Math.sin(t * 0.9 + note));
      let left = 0;
      let right = 0;
      for (let k = 0; k < 3; k++) {
        const p = TAU * hz(note + (k - 1) * 0.07) * t + (phases[k] as number);
        const wave = Math.sin(p) + swell * (0.5 * Math.sin(2 * p) + 0.22 * Math.sin(3 * p));
        left += wave * (k === 2 ? 0.15 : 0.45);
        right += wave * (k === 0 ? 0.15 : 0.45);
      }
      this.add(start + i, left * level * (1 - pan), right * level * (1 + pan), room);
    }
  }

  /** A soft struck or plucked note; `ring` is the pitch ratio of the short-lived overtone. */
  pluck(note: number, tone: Tone, ring = 2): void {
    const { at, length, gain, pan = 0, room = 0.4 } = tone;
    const samples = Math.round(length * RATE);
    const start = Math.round(at * RATE);
    const step = (TAU * hz(note)) / RATE;
    for (let i = 0; i < samples; i++) {
      const t = i / samples;
      const body = Math.exp(-4.6 * t) * (1 - t);
      const bite = Math.exp(-18 * t);
      const attack = Math.min(1, i / 240);
      const wave =
        Math.sin(step * i + 0.5 * bite * Math.sin(step * ring * i)) * body +
        0.22 * Math.sin(step * ring * i) * bite +
        0.1 * Math.sin(step * 1.003 * i) * body;
      const s = wave * attack * gain;
      this.add(start + i, s * (1 - pan), s * (1 + pan), room);
    }
  }

  /** Filtered noise whose strength and colour follow the loop's phase: wind, surf, rain. */
  breeze({ gain, cutoff, band = 0, room = 0.1 }: Breeze): void {
    for (const side of [0, 1]) {
      const white = new Float32Array(this.length).map(() => this.random() * 2 - 1);
      let low = 0;
      let mid = 0;
      // The first of the two rounds only settles the filter, so that the ends meet.
      for (let i = 0; i < this.length * 2; i++) {
        const j = i % this.length;
        const phase = j / this.length;
        const f = 2 * Math.sin((Math.PI * Math.min(cutoff(phase), 9000)) / RATE);
        low += f * mid;
        const high = (white[j] as number) - low - 1.1 * mid;
        mid += f * high;
        if (i < this.length) continue;
        const s = (low + (mid - low) * band) * gain(phase);
        this.add(j, side === 0 ? s : 0, side === 1 ? s : 0, room);
      }
    }
  }

  /** Many tiny random ticks: rain on glass, crackle, insects. */
  drops(perSecond: number, gain: number, low: number, high: number, room = 0.35): void {
    const count = Math.round(perSecond * this.seconds);
    for (let n = 0; n < count; n++) {
      const start = Math.floor(this.random() * this.length);
      const step = (TAU * (low + (high - low) * this.random() ** 2)) / RATE;
      const strength = gain * this.random() ** 3;
      const pan = this.random() * 1.6 - 0.8;
      const samples = Math.round(RATE * (0.006 + 0.02 * this.random()));
      for (let i = 0; i < samples; i++) {
        const fade = 1 - i / samples;
        const s = Math.sin(step * i * (1 + 0.15 * fade)) * fade * fade * strength;
        this.add(start + i, s * (1 - pan), s * (1 + pan), room);
      }
    }
  }

  /** Folds the room into the mix; call once, last. */
  finish(wet: number): void {
    reverberate(this.sendLeft, this.left, wet, 0);
    reverberate(this.sendRight, this.right, wet, 23);
  }
}
