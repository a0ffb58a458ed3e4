import type { Mix } from './mix.ts';
import type { Picture } from './picture.ts';

export type Size = { width: number; height: number };

/** `phase` runs from 0 (inclusive) to 1 (exclusive); phase 1 must look like phase 0. */
export type Paint = (phase: number, picture: Picture) => void;

export type Scene = {
  name: string;
  title: string;
  author: string;
  durationSeconds: number;
  /** What the video track may weigh; the sound adds about 8 kB per second. */
  videoKilobytes: number;
  /** Does the work that does not depend on time, then returns the frame painter. */
  prepare: (size: Size) => Paint;
  score: (mix: Mix) => void;
};
