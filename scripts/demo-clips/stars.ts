import { type Colour, mix, rgb } from './colour.ts';
import { between, seeded, TAU, times } from './maths.ts';
import type { Picture } from './picture.ts';

type Star = {
  u: number;
  v: number;
  gain: number;
  radius: number;
  beat: number;
  offset: number;
  colour: Colour;
};

/** A fixed sky of stars that twinkle a whole number of times per loop. */
export class Stars {
  private readonly stars: readonly Star[];

  constructor(seed: number, count: number, bottom: number) {
    const random = seeded(seed);
    this.stars = times(count, () => {
      const size = random() ** 5;
      return {
        u: random(),
        v: random() * bottom,
        gain: 0.1 + 0.7 * size + 0.12 * random(),
        radius: 0.0022 + 0.0035 * size,
        beat: Math.floor(between(random, 1, 4)),
        offset: random() * TAU,
        colour: mix(rgb('#9cc0ff'), rgb('#ffe2c0'), random()),
      };
    });
  }

  paint(picture: Picture, phase: number, gain: number): void {
    for (const star of this.stars) {
      const twinkle = 0.75 + 0.25 * Math.sin(TAU * star.beat * phase + star.offset);
      picture.glow(star.u, star.v, star.radius, star.colour, gain * star.gain * twinkle, 1);
    }
  }
}
